import { expect, served } from './portal.ts'
import { policyViolations } from './content-security-violations.ts'

// screens.journey.ts checks that no screen violates the policy.

served('the browser runs no injected content, and reports it to the portal [S-61]', async ({ page, portal }) => {
  const stopped = await policyViolations(page)
  const reports: { body: string | null; status: Promise<number | undefined> }[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/reports/policy')) return
    const status = request.response().then((response) => response?.status())
    reports.push({ body: request.postData(), status })
  })
  await page.route(portal.address('/'), async (route) => {
    const response = await route.fetch()
    const injected = [
      '<script>globalThis.ran = "inline script"</script>',
      '<script src="https://evil.test/x.js"></script>',
      `<script src="${portal.address('/pictures/none')}"></script>`,
      '<img src="x" onerror="globalThis.ran = \'handler\'">',
      '<iframe srcdoc="<script>parent.ran = 1</script>"></iframe>',
      '<iframe src="https://evil.test/"></iframe>',
      '<base href="https://evil.test/">',
      '<style>body { background: url(https://evil.test/x.png) }</style>',
    ]
    const body = (await response.text()).replace('<div id="root">', () => `${injected.join('')}<div id="root">`)
    await route.fulfill({ response, body })
  })
  await page.goto(portal.address('/'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(attacks)).toEqual([])
  await expect
    .poll(() => new Set(stopped.map((each) => each.split(' ')[0])))
    .toEqual(
      new Set([
        'script-src-elem',
        'script-src-attr',
        'frame-src',
        'base-uri',
        'style-src-elem',
        'require-trusted-types-for',
        'trusted-types',
      ]),
    )
  expect(await page.evaluate('globalThis.ran')).toBeUndefined()

  await expect.poll(() => reports.length).toBeGreaterThan(7)
  expect(new Set(await Promise.all(reports.map(({ status }) => status)))).toEqual(new Set([204]))
  expect(reports.map(({ body }) => body).join('\n')).toContain('script-src-attr')
})

/** Tries to run code in the ways that injected code could. Returns the ways that did not throw. */
const attacks = `new Promise((resolve) => setTimeout(() => {
  const tries = {
    innerHTML: (box) => (box.innerHTML = '<img src=x onerror="globalThis.ran = 1">'),
    insertAdjacentHTML: (box) => box.insertAdjacentHTML('beforeend', '<b>text</b>'),
    write: () => document.write('<b>text</b>'),
    eval: () => (0, eval)('globalThis.ran = 2'),
    'script text': () => (document.createElement('script').text = 'globalThis.ran = 3'),
    'script address': () => (document.createElement('script').src = 'https://evil.test/x.js'),
    'another policy': () => trustedTypes.createPolicy('mine', {}),
    'handler attribute': (box) => box.setAttribute('onclick', 'globalThis.ran = 5'),
  }
  const through = Object.entries(tries).flatMap(([name, attempt]) => {
    try {
      attempt(document.createElement('div'))
      return [name]
    } catch {
      return []
    }
  })
  const link = document.createElement('a')
  link.href = 'javascript:globalThis.ran = 4'
  document.body.append(link)
  link.click()
  resolve(through)
}))`
