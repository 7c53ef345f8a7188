import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// The minified build has the same rules; the large one takes twice as long to transfer and parse.
const axe = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8')

type Asked = {
  /** Selector of the part to leave out: an iframe without scripts, where axe cannot run either. */
  without?: string
  /** Only rules with these tags: a mail is not a page with landmarks. */
  only?: string[]
}

/** Loads axe with every later page. Transferring and compiling it once saves two fifths of the processor time. */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript(axe)
}

/** Source of a function that waits until no transition runs, because colours in between have too little contrast. */
const movementsEnded = `async () => {
  for (;;) {
    const moving = document.getAnimations().filter(
      ({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    )
    if (moving.length === 0) return
    await Promise.allSettled(moving.map(({ finished }) => finished))
  }
}`

/**
 * Violations that axe finds on the page, one line each. Describing passed checks would take several times as long as checking.
 */
export async function axeFindings(page: Page, { without, only }: Asked = {}): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axe)
  // What comes to lie below the pointer, such as a button below a panel that has gone, would begin to fade during the check.
  const before = await page.evaluate<boolean>(`matchMedia('(prefers-reduced-motion: reduce)').matches`)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const violations = await page.evaluate<AxeResults['violations']>(
    `(${movementsEnded})()
      .then(() => axe.run(${JSON.stringify({ exclude: without === undefined ? [] : [without] })}, ${JSON.stringify({
        resultTypes: ['violations'],
        ...(only && { runOnly: only }),
      })}))
      .then(({ violations }) => violations)`,
  )
  await page.emulateMedia({ reducedMotion: before ? 'reduce' : 'no-preference' })
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Checks that axe finds nothing and that nothing is wider than the window. */
export async function expectAccessible(page: Page, name = page.url()): Promise<void> {
  expect(await axeFindings(page), name).toEqual([])
  const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(wider, `${name} scrolls sideways`).toBe(0)
}
