import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// The small build, which has the same rules: the large one takes twice as long to be handed over and read.
const axe = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8')

type Asked = {
  /** What is left out, as a selector: a frame that runs no scripts, not axe's either. */
  without?: string
  /** Rules with these tags alone: a mail is no page with landmarks. */
  only?: string[]
}

/**
 * Has every page from now on bring axe along: for who looks at one after the other. Handed over and compiled once, it costs
 * two fifths less of the processor than given to each anew.
 */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript(axe)
}

/**
 * What axe finds wrong with the page, a line each. Of what it finds right it is asked for nothing: to describe that took
 * several times as long as to look.
 */
export async function axeFindings(page: Page, { without, only }: Asked = {}): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axe)
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify({ exclude: without === undefined ? [] : [without] })}, ${JSON.stringify({
      resultTypes: ['violations'],
      ...(only && { runOnly: only }),
    })}).then(({ violations }) => violations)`,
  )
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
