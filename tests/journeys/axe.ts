import type { Page } from '@playwright/test'
import axe from 'axe-core'

type Asked = {
  /** What is left out, as a selector: a frame that runs no scripts, not axe's either. */
  without?: string
  /** Rules with these tags alone: a mail is no page with landmarks. */
  only?: string[]
}

/**
 * What axe finds wrong with the page, a line each. Of what it finds right it is asked for nothing: to describe that took
 * several times as long as to look.
 */
export async function axeFindings(page: Page, { without, only }: Asked = {}): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(${JSON.stringify({ exclude: without === undefined ? [] : [without] })}, ${JSON.stringify({
      resultTypes: ['violations'],
      ...(only && { runOnly: only }),
    })})`,
  )
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
