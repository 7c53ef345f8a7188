import '../../ui/default-theme.css'
import axe from 'axe-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { forceStates } from './force-states.ts'
import { ComponentSection } from './Gallery.tsx'
import { themeNames, applyTheme } from './example-themes.ts'
import { groups, type ComponentName } from './components.ts'

beforeAll(() => {
  forceStates()
  // During a transition, colours do not have their final contrast.
  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets.push(still)
})
afterEach(() => cleanup())

async function show(parts: readonly ComponentName[], width = 1280) {
  await page.viewport(width, 900)
  applyTheme('demo')
  return render(
    <main>
      {parts.map((part) => (
        <ComponentSection key={part} part={part} />
      ))}
    </main>,
  )
}

const ofAPage = [
  'document-title',
  'html-has-lang',
  'region',
  'landmark-one-main',
  'page-has-heading-one',
  'heading-order',
]

/** Checks all rules in one theme and only contrast in the others, because a theme changes colours and fonts. */
async function findings(context: Element): Promise<string[]> {
  const found: string[] = []
  for (const look of themeNames) {
    applyTheme(look)
    const { violations } = await axe.run(context, {
      runOnly:
        look === 'demo'
          ? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
          : { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
      rules: look === 'demo' ? Object.fromEntries(ofAPage.map((rule) => [rule, { enabled: false }])) : {},
      resultTypes: ['violations'],
    })
    found.push(...violations.map(({ id, nodes }) => `${look}: ${id} at ${nodes.map(({ html }) => html).join(' | ')}`))
  }
  return found
}

describe('every state of every component, in four themes', () => {
  it.each(Object.entries(groups))('%s: axe finds no violation', async (_, parts) => {
    const { container } = await show(parts)
    for (const part of container.querySelectorAll('section')) expect(part.querySelector('figure')).not.toBeNull()
    expect(await findings(container)).toEqual([])
  })
})

describe('components that are opened', () => {
  it.each(['SidePanel', 'Dialog', 'ConfirmDialog'] as const)('%s, when open: axe finds no violation', async (part) => {
    const { container } = await show([part])
    const openers = [...container.querySelectorAll<HTMLElement>('figure button')]
    expect(openers.length).toBeGreaterThan(1)
    for (const opener of openers) {
      opener.click()
      await expect.poll(() => container.querySelector('dialog')).not.toBeNull()
      // The poll above has found the dialog.
      const shown = container.querySelector('dialog') as HTMLDialogElement
      expect(await findings(shown)).toEqual([])
      shown.dispatchEvent(new Event('cancel', { cancelable: true }))
      await expect.poll(() => container.querySelector('dialog')).toBeNull()
    }
  })
})

describe('on a phone', () => {
  it.each(Object.entries(groups))('%s: no target below 44 px, and nothing wider than 311 px', async (_, parts) => {
    const { container } = await show(parts, 360)
    expect(tooSmall(container)).toEqual([])
    await page.viewport(311, 700)
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(311)
  })
})

/** Returns touch targets that are too small. A link within a sentence may be as low as its line (WCAG 2.5.8). */
function tooSmall(container: Element): string[] {
  const targets = container.querySelectorAll('a[href], button, input, select, textarea, summary, [role=menuitem]')
  return [...targets].flatMap((target) => {
    const pressed = target.closest('label') ?? target
    const { width, height } = pressed.getBoundingClientRect()
    const isShown = width > 1 && height > 1 && target.checkVisibility()
    const isInSentence =
      target.localName === 'a' && target.closest('p, li') !== null && !/Button|Menu/.test(target.className)
    return isShown && !isInSentence && (width < 43.5 || height < 43.5)
      ? [`${target.outerHTML.slice(0, 120)}: ${Math.round(width)} by ${Math.round(height)}`]
      : []
  })
}
