import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fillPage, layerOrder, type PageManifest } from './themed-page.server.ts'
import { themeFrom, type Theme } from '../../services/theme/theme.rules.ts'

const template = `<html><head><!--head-->
<meta property="csp-nonce" nonce="__NONCE__">
<script type="module" src="/assets/start.js" nonce="__NONCE__"></script>
<link rel="stylesheet" crossorigin href="/assets/start.css" nonce="__NONCE__">
</head><body><div id="root"><!--shell--></div></body></html>`

const manifest: PageManifest = {
  chunks: {
    'index.html': {
      file: 'assets/start.js',
      isEntry: true,
      css: ['assets/start.css'],
      assets: ['assets/inter-latin-400-normal-x.woff2', 'assets/inter-latin-700-normal-x.woff2'],
    },
    '../features/session/LoginPage.tsx': {
      file: 'assets/LoginPage.js',
      imports: ['index.html'],
      css: ['assets/LoginPage.css'],
    },
    '../features/benefits/BenefitPage.tsx': {
      file: 'assets/BenefitPage.js',
      imports: ['index.html', '_kit.js'],
      css: ['assets/BenefitPage.css'],
    },
    '_kit.js': { file: 'assets/kit.js', imports: ['index.html'], css: ['assets/kit.css'] },
    '../features/content/ContactUsPage.tsx': {
      file: 'assets/ContactUsPage.js',
      imports: ['index.html'],
      dynamicImports: ['../features/content/Contact.tsx'],
    },
    '../features/content/Contact.tsx': { file: 'assets/Contact.js', imports: ['_kit.js'] },
    '_app.js': { file: 'assets/app.js', imports: ['_kit.js'] },
  },
  routes: [
    { path: '/', module: '../features/session/LoginPage.tsx', guarded: false },
    { path: '/app/my-benefits/$benefitId', module: '../features/benefits/BenefitPage.tsx', guarded: true },
    {
      path: '/app/my-benefits/$benefitId/setup/$',
      module: '../features/benefit-setup/BenefitSetupPage.tsx',
      guarded: true,
    },
    { path: '/cookie-policy/$', module: '_kit.js', guarded: false },
    { path: '/contact-us/$', module: '../features/content/ContactUsPage.tsx', guarded: false },
  ],
  guard: ['_app.js'],
  icons: '/assets/icons-x.json',
  sheets: {
    'assets/start.css': '.Header-brand{margin:0}',
    'assets/kit.css': '.Page-title{margin:0}',
    'assets/BenefitPage.css': '.BenefitPage-image{padding:0}',
    'assets/LoginPage.css': '.LoginPage-card{padding:0}',
  },
}

const theme = themeFrom(null)
const page = (path: string, changes: Partial<Theme> = {}) =>
  fillPage({ template, manifest, theme: { ...theme, ...changes }, site: 'demo', nonce: 'n0nce', path })

const fetchedSheets = (html: string) =>
  [...html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"(?![^>]*disabled)/g)].map(([, href]) => href)

describe('page', () => {
  it('contains the theme as style variables, so that no other colours appear first', () => {
    expect(page('/app/home/', { primary: '#0b5d5e' })).toContain('--primary-100:#0b5d5e')
  })

  it('uses dark colours only if the client allows them, and never in print', () => {
    const rule = '@media screen{:root[data-dark]{color-scheme:dark;--ground:'
    expect(page('/', { darkMode: true })).toContain(rule)
    expect(page('/')).not.toContain('data-dark')
    expect(page('/')).not.toContain('prefers-color-scheme')
  })

  it('has the logos for dark colours in those colours', () => {
    const logos = { clientLogo: '/c.svg', brandHeaderLogo: '/h.svg', brandHeaderLogoDark: '/hd.svg' }
    const rule = ':root[data-dark] .Header-headerLogo{content:url("/hd.svg");'
    expect(page('/', { darkMode: true, ...logos })).toContain(`}${rule}`)
    // Phones keep the mobile logo.
    expect(page('/', { darkMode: true, ...logos, brandHeaderLogoMobile: '/m.svg' })).toContain(
      `@media(min-width:768px){${rule}`,
    )
    expect(page('/', { darkMode: true, ...logos })).not.toContain('.Header-clientLogo{content')
    expect(page('/', logos)).not.toContain('.Header-headerLogo{content')
  })

  it('gives every script, style and preload the nonce of its reply, and contains no placeholder', () => {
    const html = page('/app/my-benefits/7')
    expect(html).not.toContain('__NONCE__')
    expect(html).not.toContain('<!--')
    const tags = html.match(/<(script(?! type="application)|style|link rel="(modulepreload|stylesheet)")[^>]*>/g) ?? []
    expect(tags.length).toBeGreaterThan(4)
    for (const tag of tags) expect(tag).toContain('nonce="n0nce"')
  })

  it('preloads the files of the requested screen, each once, but not those that the entry script imports', () => {
    const html = page('/app/my-benefits/7/')
    for (const file of ['BenefitPage.js', 'kit.js', 'app.js'])
      expect(html.split(`modulepreload" crossorigin href="/assets/${file}`).length).toBe(2)
    expect(html).not.toContain('modulepreload" crossorigin href="/assets/start.js')
    expect(page('/app/my-benefits/7/setup/2')).not.toContain('BenefitPage.js')
  })

  it('below /app links the style sheets that screens share, and contains the style of the requested screen', () => {
    const html = page('/app/my-benefits/7/')
    expect(fetchedSheets(html)).toEqual(['/assets/start.css', '/assets/kit.css'])
    expect(html).toContain('<style nonce="n0nce">.BenefitPage-image{padding:0}</style>')
    // The loader finds this link and does not load the style sheet again.
    expect(html).toContain('href="/assets/BenefitPage.css" nonce="n0nce" media="not all" disabled>')
  })

  it('outside /app contains all its styles, and loads no style sheet', () => {
    const html = page('/cookie-policy/')
    expect(fetchedSheets(html)).toEqual([])
    expect(html).toContain('<style nonce="n0nce">.Header-brand{margin:0}.Page-title{margin:0}</style>')
  })

  it('outside /app loads the parts for logged-in people only if the browser remembers a login', () => {
    const links = (remembered: boolean) =>
      fillPage({ template, manifest, theme, site: 'demo', nonce: 'n0nce', path: '/contact-us/', remembered })
    for (const file of ['Contact.js', 'app.js']) {
      expect(links(true)).toContain(`href="/assets/${file}"`)
      expect(links(false)).not.toContain(file)
    }
  })

  it('declares the order of the style layers before any style sheet, in the order of the design tokens', async () => {
    const tokens = await readFile(join(import.meta.dirname, '../../ui/tokens.css'), 'utf8')
    expect(/@layer [^{;]+;/.exec(tokens)?.[0]).toBe(layerOrder)
    for (const path of ['/', '/app/my-benefits/7']) {
      const [first] = page(path).match(/<style[^>]*>[^<]*|<link rel="stylesheet"/g) ?? []
      expect(first).toContain(layerOrder)
    }
  })

  it('preloads the fonts of the theme, or none if the theme has none', () => {
    expect(page('/', { baseFont: 'Inter' })).toContain('href="/assets/inter-latin-400-normal-x.woff2"')
    expect(page('/')).not.toContain('woff2')
  })

  it('shows the login form before any script has loaded, and contains its styles once [LOGIN-01] [LOGIN-02]', () => {
    const html = page('/')
    expect(html).toContain('<style nonce="n0nce">.Header-brand{margin:0}.LoginPage-card{padding:0}</style>')
    expect(html).toMatch(/<input[^>]*type="email"/)
    expect(html).toContain(
      '<link rel="stylesheet" crossorigin href="/assets/LoginPage.css" nonce="n0nce" media="not all" disabled>',
    )
    expect(fetchedSheets(html)).toEqual([])
    expect(page('/app/home/')).not.toContain('type="email"')
  })

  it('shows the mobile logo before any script runs, and the other logos from 768 px [THEME-21]', () => {
    const mobile = (brandHeaderLogo: string | null) =>
      `<picture${brandHeaderLogo ? '' : ' class="Header-mobile"'}><source media="(max-width: 767px)" srcset="/m.svg"><img class="Header-headerLogo" src="${brandHeaderLogo ?? '/m.svg'}" alt="Test Benefits, home" height="32"></picture>`
    const logos = (changes: Partial<Theme>) =>
      /<a class="Header-logo" href="\/">(.*?)<\/a>/.exec(
        page('/', { brandHeaderLogoMobile: '/m.svg', ...changes }),
      )?.[1]
    expect(logos({})).toBe(`${mobile(null)}<span class="Header-brand">Test Benefits</span>`)
    expect(logos({ clientLogo: '/c.svg' })).toBe(
      `${mobile(null)}<img class="Header-clientLogo" src="/c.svg" alt="Test Benefits, home">`,
    )
    expect(logos({ brandHeaderLogo: '/h.svg', clientLogo: '/c.svg' })).toBe(mobile('/h.svg'))
    expect(page('/', { brandHeaderLogo: '/h.svg', clientLogo: '/c.svg' })).toContain(
      '</a><img class="Header-clientLogo Header-atEnd" src="/c.svg" alt=""></div></header>',
    )
    expect(logos({ brandHeaderLogoMobile: null })).toBe('<span class="Header-brand">Test Benefits</span>')
  })

  it('hides the link to the page for forgotten passwords if only single sign-on is offered', () => {
    expect(page('/')).toContain('Forgotten?')
    expect(page('/', { ssoOnly: true })).not.toContain('Forgotten?')
  })

  it('escapes all text of a client in markup and scripts', () => {
    const html = page('/', { brand: `</script><script>alert(1)</script>"'$&`, supportEmail: '"><img src=x>' })
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x>')
    expect(html.match(/<\/script>/g)).toHaveLength(4)
    const data = /id="page-data">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(data)).toMatchObject({ site: 'demo', theme: { brand: `</script><script>alert(1)</script>"'$&` } })
  })
})
