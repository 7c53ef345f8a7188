import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// The minified build, because the full build takes twice as long to transfer and to parse.
const axe = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8')

type Asked = {
  without?: string
  only?: string[]
}

/** Loads axe with every later page. This needs two fifths less processor time than loading it for each check. */
export async function loadAxe(page: Page): Promise<void> {
  await page.addInitScript(axe)
}

/** Waits until all transitions have ended, because colours have too little contrast during them. */
const movementsEnded = `async () => {
  for (;;) {
    const moving = document.getAnimations().filter(
      ({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    )
    if (moving.length === 0) return
    await Promise.allSettled(moving.map(({ finished }) => finished))
  }
}`

export async function axeFindings(page: Page, { without, only }: Asked = {}): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axe)
  // With motion, the colours of an element below the pointer would change during the check.
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

/** Checks that axe finds no violation, and that the page does not scroll sideways. */
export async function expectAccessible(page: Page, name = page.url()): Promise<void> {
  expect(await axeFindings(page), name).toEqual([])
  await expectNoSidewaysScroll(page, name)
}

export async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  await expect.poll(() => page.evaluate(sidewaysScrollers), `${name} scrolls sideways`).toEqual([])
}

function sidewaysScrollers(): string[] {
  return [document.documentElement, ...document.querySelectorAll('dialog[open]')].flatMap((box) =>
    box.scrollWidth <= box.clientWidth ? [] : [`${box.tagName}: ${box.scrollWidth} > ${box.clientWidth}`],
  )
}
