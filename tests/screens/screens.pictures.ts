import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { guardMessages } from '../../contract/messages.ts'
import { expect, served as test, signIn, type Portal } from '../journeys/portal.ts'
import { applyCopperleafWithPasswords, copperleafByPassword } from './copperleaf-with-passwords.ts'
import { dataStates, loadsData, showDataState, type DataState } from './data-states.ts'
import { addressValuesOf } from './address-values.ts'
import { screensOf, type Screen, type Who } from './screen-list.ts'

// npm run screens: takes a picture of every screen and panel in every state, and writes an overview page.

const folder = join(import.meta.dirname, '../../screenshots')
const wanted = {
  site: process.env['SCREENS_SITE'],
  only: new RegExp(process.env['SCREENS_ONLY'] ?? ''),
  state: process.env['SCREENS_STATE']?.split(','),
  width: process.env['SCREENS_WIDTH']?.split(',').map(Number),
}
const allWidths = [360, 768, 1280]
const widths = allWidths.filter((width) => wanted.width?.includes(width) ?? true)
const sites: readonly { name: string; site: string; people: Record<Who, string | undefined> }[] = [
  { name: 'demo', site: 'demo', people: as('amelia.hart@demo.example', 'grace.lin@demo.example') },
  { name: 'plain', site: 'plain', people: as('max.plain@plain.example', 'nora.plain@plain.example') },
  {
    name: 'copperleaf',
    site: copperleafByPassword,
    people: as('kofi.mensah@copperleaf.example', 'lena.fox@copperleaf.example'),
  },
]

oneOf(
  'site',
  wanted.site === undefined ? [] : [wanted.site],
  sites.map(({ name }) => name),
)
oneOf('state', wanted.state ?? [], dataStates)
oneOf('width', wanted.width ?? [], allWidths)

/** Throws for an unknown word. Otherwise the run would take no pictures and still succeed. */
function oneOf<Word>(option: string, words: readonly Word[], known: readonly Word[]): void {
  const unknown = words.find((word) => !known.includes(word))
  if (unknown !== undefined) throw new Error(`There is no ${option} ${String(unknown)}: say ${known.join(', ')}.`)
}

function as(employee: string, employer: string): Record<Who, string | undefined> {
  return { nobody: undefined, employee, employer }
}

test.beforeAll(({ portal }) => applyCopperleafWithPasswords(portal))
test.afterAll(() => writeOverview())

const taken: string[] = []

for (const { name, site, people } of sites) {
  if (wanted.site && wanted.site !== name) continue
  for (const who of ['nobody', 'employee', 'employer'] as const) {
    test(`${name}: the screens of ${who}`, async ({ page, portal }) => {
      const person = people[who]
      if (person) await enter(page, portal, { person, site })
      const values = await addressValuesOf(page, portal, { site, who })
      let state: DataState = 'ready'
      await showDataState(page, () => state)
      for (const screen of screensOf(values).filter((one) => one.who === who && wanted.only.test(one.name))) {
        const called: string[] = []
        const note = (request: { url: () => string }) => called.push(request.url())
        page.on('request', note)
        for (const next of dataStates) {
          state = next
          if (state !== 'ready' && !loadsData(called.filter((url) => url.includes('/api/')))) break
          if (state !== 'ready' && wanted.state?.includes(state) === false) continue
          await open(page, portal, { site, screen, state })
          if (wanted.state?.includes(state) ?? true) await takePictures(page, { name, screen, state })
          // The specification ends the session if the list of benefits fails to load.
          if (person && !page.url().includes('/app/')) {
            state = 'ready'
            await enter(page, portal, { person, site })
          }
        }
        page.off('request', note)
      }
    })
  }
}

async function enter(page: Page, portal: Portal, { person, site }: { person: string; site: string }): Promise<void> {
  // Leaves the page of the session that has just ended.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await signIn(page, portal, person, site)
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
}

async function open(
  page: Page,
  portal: Portal,
  { site, screen, state }: { site: string; screen: Screen; state: DataState },
): Promise<void> {
  await page.goto(portal.address(screen.path, site))
  await screen.press?.(page)
  await page.waitForLoadState(state === 'loading' ? 'load' : 'networkidle')
  await expect(page.getByText(guardMessages.loading)).toBeHidden()
  // The browser retries a failed call before it shows an error.
  if (state !== 'loading') await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  // With unanswered calls the network is never idle, so this waits for the page frame.
  else await shellIsThere(page, screen)
}

async function shellIsThere(page: Page, { name, who }: Screen): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible()
  if (who !== 'nobody') await expect(page.getByText(/^Hi, /)).not.toHaveCount(0)
  if (name.startsWith('panel-')) await expect(page.getByRole('dialog')).toBeVisible()
}

// A string, because the content security policy forbids Playwright's functions for waiting.
const picturesAreLoaded = `[...document.images].every((image) => {
  if (!image.checkVisibility()) return true
  const sources = [...(image.closest('picture')?.querySelectorAll('source') ?? [])]
  const wanted = sources.find(({ media }) => matchMedia(media).matches)?.srcset ?? image.src
  return wanted && image.complete && image.currentSrc === new URL(wanted, location.href).href
})`

const scrollToAlert = `{
  const inside = document.querySelector('dialog[open] [role="alert"], dialog[open] :focus')
  inside?.scrollIntoView({ block: 'center' })
}`

async function takePictures(
  page: Page,
  { name, screen, state }: { name: string; screen: Screen; state: DataState },
): Promise<void> {
  for (const width of widths) {
    // Lazy images load when they are visible, so the window is made as high as the page for a moment.
    await page.setViewportSize({ width, height: 6000 })
    await expect.poll(() => page.evaluate<boolean>(picturesAreLoaded)).toBe(true)
    await page.setViewportSize({ width, height: width < 600 ? 780 : 900 })
    // Scrolls back, so that the header is in its initial position.
    await page.evaluate('scrollTo(0, 0)')
    const path = join(name, String(width), `${screen.name}--${state}.jpg`)
    await page.evaluate(scrollToAlert)
    // A panel covers the window, not the whole page.
    const fullPage = !screen.name.startsWith('panel-')
    await page.screenshot({ path: join(folder, path), fullPage, type: 'jpeg', quality: 70, animations: 'disabled' })
    taken.push(path)
  }
}

async function writeOverview(): Promise<void> {
  const figures = taken.map(
    (path) =>
      `<figure><a href="${path}"><img src="${path}" alt="" loading="lazy"></a><figcaption>${path}</figcaption></figure>`,
  )
  const style =
    'body{display:flex;flex-wrap:wrap;gap:16px;font:12px sans-serif}figure{margin:0;width:240px}img{max-width:100%}'
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${figures.join('\n')}\n`,
  )
}
