import type { Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * What axe finds wrong with the page, a line each. Of what it finds right it is asked for nothing: to describe that took
 * several times as long as to look.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, { resultTypes: ['violations'] })`)
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
