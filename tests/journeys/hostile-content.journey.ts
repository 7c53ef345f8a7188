import type { Page } from '@playwright/test'
import type { Client } from 'pg'
import { withConnection } from '../../database/bootstrap.ts'
import { hostileHtml } from '../../ui/SafeHtml.samples.ts'
import { signInByCall } from './sign-in-by-call.ts'
import { expect, served as test, waitUntilLoaded, type Portal } from './portal.ts'

// Bypasses the content security policy, so that the screens themselves must be safe against hostile data.
test.use({ bypassCSP: true })

const site = 'plain'

test.beforeAll(({ portal }) => withConnection(portal.database, plant))
test.afterAll(({ portal }) => withConnection(portal.database, restore))

test('no screen runs or loads hostile content [S-60]', async ({ page, portal }) => {
  const escaped = await watch(page, portal)
  for (const path of ['/cookie-policy/', '/privacy-statement', '/terms-and-conditions']) {
    await visit(page, portal, path)
    await expectHarmless(page, path)
  }
  await signInByCall(page, portal, 'max.plain@plain.example', site)
  await visit(page, portal, '/app/my-benefits/')
  const benefit = page.getByRole('link', { name: /^(Choose|Manage|View)/ }).first()
  const detail = await benefit.getAttribute('href')
  const benefitId = /my-benefits\/([0-9a-f-]{36})/.exec(detail ?? '')?.[1] ?? ''
  for (const path of [
    '/app/home/',
    '/app/faqs/',
    `/app/my-benefits/${benefitId}`,
    `/app/my-benefits/${benefitId}?panel=benefit-terms&benefitId=${benefitId}`,
    `/app/my-benefits/${benefitId}?panel=make-a-claim&benefitId=${benefitId}`,
  ]) {
    await visit(page, portal, path)
    await expectHarmless(page, path)
  }
  expect(escaped).toEqual([])
})

async function visit(page: Page, portal: Portal, path: string): Promise<void> {
  await page.goto(portal.address(path, site))
  await waitUntilLoaded(page)
}

async function watch(page: Page, portal: Portal): Promise<string[]> {
  const escaped: string[] = []
  await page.exposeFunction('noteRun', (where: string) => void escaped.push(`ran at ${where}`))
  await page.addInitScript('globalThis.ran = () => noteRun(location.href)')
  page.on('dialog', (dialog) => void dialog.dismiss())
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && url.origin !== new URL(portal.address('/', site)).origin) {
      escaped.push(`${request.method()} ${url.href}`)
    }
  })
  return escaped
}

async function expectHarmless(page: Page, path: string): Promise<void> {
  await expect(page.locator('[class*="SafeHtml"]').first()).toBeAttached()
  const { shown, foul } = await page.evaluate<{ shown: number; foul: string[] }>(`(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
    const content = [...document.querySelectorAll('[class*="SafeHtml"], [class*="SafeHtml"] *')]
    const foul = content.filter((element) =>
      !/^(a|abbr|b|blockquote|br|caption|code|dd|div|dl|dt|em|figcaption|figure|h[2-6]|hr|i|img|li|ol|p|small|span|strong|sub|sup|table|tbody|td|tfoot|th|thead|tr|u|ul)$/.test(element.localName) ||
      [...element.attributes].some(({ name, value }) => /^on|^style$|^srcdoc$|^id$/.test(name) || /^\\s*(java|vb)script:|^data:/i.test(value)))
    for (const element of content) {
      for (const name of ['error', 'load', 'focus', 'mouseover', 'toggle', 'animationend']) element.dispatchEvent(new Event(name))
    }
    // Clicks links outside the content too, such as those of a card. Cancelling in the capture phase keeps the page: an attack links
    // to /logout.
    addEventListener('click', (event) => event.target.closest?.('a:not([href^="javascript:"])') && event.preventDefault(), true)
    for (const link of document.querySelectorAll('main a, dialog a')) link.click()
    return { shown: content.length, foul: foul.map((element) => element.outerHTML.slice(0, 200)) }
  })()`)
  expect(foul, path).toEqual([])
  expect(shown, `${path} shows no content`).toBeGreaterThan(10)
}

const scriptAddress = 'javascript:ran()'
const all = hostileHtml.join('\n')

async function plant(client: Client): Promise<void> {
  const { rows } = await client.query<{ client_id: string }>("select client_id from client where code = 'plain'")
  const clientId = rows[0]?.client_id
  await client.query('create table public.kept_pages as select * from content_page where client_id = $1', [clientId])
  await client.query('create table public.kept_benefits as select * from benefit where client_id = $1', [clientId])
  await client.query(
    `update content_page
     set content = $2, details = details || jsonb_build_object('link', $3::text, 'linkLabel', 'Go')
     where client_id = $1`,
    [clientId, all, scriptAddress],
  )
  await client.query("delete from content_page where client_id = $1 and kind in ('faqs', 'cards', 'banners')", [
    clientId,
  ])
  await client.query(
    `insert into content_page (client_id, kind, position, title, content, details)
     select $1, 'faqs', place, 'Question ' || place, html, '{"category":"General"}'
     from unnest($2::text[]) with ordinality as attacks (html, place)`,
    [clientId, hostileHtml],
  )
  await client.query(
    `insert into content_page (client_id, kind, position, title, content, details)
     select $1, kind, 0, '<img src=x onerror=ran()>', $2, jsonb_build_object('link', $3::text, 'linkLabel', 'Go')
     from unnest(array['cards', 'banners']) as kind`,
    [clientId, all, scriptAddress],
  )
  await client.query(
    `update benefit
     set definition = definition || jsonb_build_object(
       'description', $2::text,
       'terms', jsonb_build_object('id', 'hostile', 'version', 1, 'content', $2::text),
       'faqs', jsonb_build_array(jsonb_build_object('question', '<b onclick=ran()>?</b>', 'answer', $2::text)),
       'links', jsonb_build_array(jsonb_build_object('label', 'Go', 'href', $3::text)),
       'provider', definition -> 'provider' || jsonb_build_object('claim', jsonb_build_object('html', $2::text, 'link', $3::text))
     )
     where client_id = $1`,
    [clientId, all, scriptAddress],
  )
  await client.query('update client set scheme_revision = gen_random_uuid()')
}

async function restore(client: Client): Promise<void> {
  await client.query(`
    delete from content_page where client_id in (select client_id from public.kept_benefits);
    insert into content_page select * from public.kept_pages;
    update benefit
    set definition = kept.definition
    from public.kept_benefits kept
    where benefit.client_id = kept.client_id
      and benefit.id = kept.id;
    drop table public.kept_pages;
    drop table public.kept_benefits;
    update client set scheme_revision = gen_random_uuid()`)
}
