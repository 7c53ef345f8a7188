import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApiBase } from '../../contract/endpoint.ts'
import { paths } from '../../contract/paths.ts'
import { StartError } from '../../database/start-error.ts'
import { escapeHtml } from '../../contract/escape-html.ts'
import { loginShell } from './login-shell.ts'
import { loginMessages } from '../../services/session/session.messages.ts'
import { storageStandIn } from './storage-fallback.ts'
import { darkScript, darkVariables } from '../../services/theme/dark-theme.rules.ts'
import { fallbackRules, headingWeight } from '../../services/theme/fallback-fonts.rules.ts'
import { textOn, themeVariables, type Theme } from '../../services/theme/theme.rules.ts'

type Chunk = {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
  isEntry?: boolean
}
type ListedRoute = { path: string; module: string; guarded: boolean }

export type PageManifest = {
  chunks: Record<string, Chunk>
  routes: readonly ListedRoute[]
  guard: readonly string[]
  sheets: Readonly<Record<string, string>>
  icons: string
}

export type BuiltPage = { template: string; manifest: PageManifest }

export async function readBuiltPage(directory: string): Promise<BuiltPage> {
  const read = (file: string) =>
    readFile(join(directory, file), 'utf8').catch(() => {
      throw new StartError(`The browser part is not built: ${join(directory, file)} is missing. Run npm run build.`)
    })
  const [template, chunks, routes] = await Promise.all([read('index.html'), read('manifest.json'), read('routes.json')])
  const assets = await readdir(join(directory, 'assets'))
  const sheets = await Promise.all(
    assets
      .filter((file) => file.endsWith('.css'))
      .map(async (file) => [`assets/${file}`, await read(`assets/${file}`)]),
  )
  const manifest = {
    // Our own build wrote both files.
    chunks: JSON.parse(chunks) as Record<string, Chunk>,
    ...(JSON.parse(routes) as Pick<PageManifest, 'routes' | 'guard'>),
    icons: `/assets/${assets.find((file) => /^icons-.*\.json$/.test(file))}`,
    sheets: Object.fromEntries(sheets) as Record<string, string>,
  }
  return { template, manifest }
}

type Filling = BuiltPage & {
  theme: Theme
  pictures?: ReadonlyMap<string, string>
  themeFailed?: boolean
  icons?: string | undefined
  hosts?: Partial<Record<ApiBase, string>> | undefined
  providerName?: string
  captchaOrigins?: readonly string[] | undefined
  site: string
  nonce: string
  path: string
  /** The request has both refresh cookies, so the page omits the login form. */
  remembered?: boolean
}

export function fillPage(filling: Filling): string {
  const { template, manifest, site, nonce, path, remembered = false } = filling
  const theme = withPictures(filling.theme, filling.pictures)
  const avatarAddress = theme.plainAvatar === filling.theme.plainAvatar ? undefined : filling.theme.plainAvatar
  const { themeFailed = false, icons = manifest.icons, hosts, captchaOrigins, providerName } = filling
  const isLogin = path === paths.login()
  const head = [
    `<title>${escapeHtml(isLogin ? loginMessages.title(theme.brand) : theme.brand)}</title>`,
    ...(theme.darkMode
      ? [
          `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${darkVariables(theme)['--surface']}">`,
        ]
      : []),
    `<meta name="theme-color" content="${theme.primary}">`,
    `<link rel="icon" href="${iconOf(theme)}">`,
    `<script nonce="${nonce}">${storageStandIn}${theme.darkMode ? darkScript : ''}</script>`,
    `<style nonce="${nonce}">${layerOrder}${fallbackRules(theme)}:root{${declarations(themeVariables(theme))}}${darkRules(theme)}</style>`,
    ...fontLinks(manifest, theme),
    ...screenLinks(filling),
    `<script type="application/json" id="page-data">${jsonForHtml({ site, theme, avatarAddress, ...(themeFailed && { themeFailed }), icons, hosts, captchaOrigins, providerName })}</script>`,
  ].join('\n    ')
  const shell =
    isLogin && !remembered ? loginShell({ ...theme, nonce, logo: logoOf(theme), endLogo: endLogoOf(theme) }) : ''
  // The replacements are functions, because `$` has a special meaning in replacement texts.
  return template
    .replaceAll(sheetLink, '')
    .replaceAll('__NONCE__', () => nonce)
    .replace('<!--head-->', () => head)
    .replace('<!--shell-->', () => shell)
}

function withPictures(theme: Theme, pictures: ReadonlyMap<string, string> = new Map()): Theme {
  const inside = (address: string | null) => (address && pictures.get(address)) ?? address
  return {
    ...theme,
    clientLogo: inside(theme.clientLogo),
    brandHeaderLogo: inside(theme.brandHeaderLogo),
    brandHeaderLogoMobile: inside(theme.brandHeaderLogoMobile),
    plainAvatar: inside(theme.plainAvatar),
  }
}

/** The same layers as in ui/tokens.css. They come first, because a screen's style sheet may precede tokens.css. */
export const layerOrder = '@layer reset, tokens, base, ui, shell, screens;'

const sheetLink = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g

/** Only for clients that allow dark mode, so that other pages stay small. Printed pages stay white. */
function darkRules(theme: Theme): string {
  return theme.darkMode
    ? `@media screen{:root[data-dark]{color-scheme:dark;${declarations(darkVariables(theme))}}${darkLogos(theme)}}`
    : ''
}

/** Replaces the logos of web/Header.tsx. A logo without a dark one stays on a white background. */
function darkLogos(theme: Theme): string {
  const { clientLogoDark, brandHeaderLogoDark, brandHeaderLogoMobile, brandHeaderLogoMobileDark } = theme
  const rule = (name: string, logo: string | null) =>
    logo ? `:root[data-dark] .Header-${name}{content:url("${logo}");background:none;box-shadow:none}` : ''
  const header = rule('headerLogo', brandHeaderLogoDark)
  return [
    rule('clientLogo', clientLogoDark),
    brandHeaderLogoMobile ? `@media(min-width:768px){${header}}` : header,
    `@media(max-width:767px){${rule('headerLogo', brandHeaderLogoMobileDark)}}`,
  ].join('')
}

function declarations(variables: Record<string, string>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
}

/** Pages for logged-in people link the shared style sheets, which browsers cache. Other pages contain their styles. */
function screenLinks({ template, manifest, path, nonce, remembered = false }: Filling): string[] {
  const { chunks, routes, guard, sheets } = manifest
  const route = routes.find((each) => matches(each.path, path))
  const rest = route && remembered && path !== paths.login() ? restOf(chunks, route) : []
  const signedIn = route?.guarded || rest.length > 0
  const modules = [...(route ? [route.module] : []), ...(signedIn ? guard : []), ...rest]
  const { scripts, styles } = filesOf(chunks, modules)
  const all = new Set([...entrySheets(template), ...styles])
  const linked = new Set(signedIn ? [...entrySheets(template), ...filesOf(chunks, guard).styles] : [])
  const inside = [...all].filter((file) => !linked.has(file))
  return [
    ...[...linked].map((file) => `<link rel="stylesheet" crossorigin href="/${file}" nonce="${nonce}">`),
    `<style nonce="${nonce}">${inside.map((file) => sheets[file]).join('')}</style>`,
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" nonce="${nonce}">`),
    // Tells Vite's loader that these styles are already in the page. `media` keeps Chromium from fetching the files.
    ...inside.map(
      (file) => `<link rel="stylesheet" crossorigin href="/${file}" nonce="${nonce}" media="not all" disabled>`,
    ),
  ]
}

/** Chunks whose name begins with `_` are shared by several screens and have no dynamic imports. */
function restOf(chunks: PageManifest['chunks'], { module, guarded }: ListedRoute): readonly string[] {
  return guarded || module.startsWith('_') ? [] : (chunks[module]?.dynamicImports ?? [])
}

function entrySheets(template: string): string[] {
  return [...template.matchAll(sheetLink)].map(([, href = '']) => href.slice(1))
}

function filesOf(chunks: PageManifest['chunks'], modules: readonly string[]): { scripts: string[]; styles: string[] } {
  const entry = new Set<string>()
  const found = new Map<string, Chunk>()
  const walk = (name: string, into: (name: string, chunk: Chunk) => boolean) => {
    const chunk = chunks[name]
    if (chunk && into(name, chunk)) for (const each of chunk.imports ?? []) walk(each, into)
  }
  const ofEntry = (_name: string, chunk: Chunk) => !entry.has(chunk.file) && entry.add(chunk.file) !== undefined
  for (const [name, chunk] of Object.entries(chunks)) if (chunk.isEntry) walk(name, ofEntry)
  for (const name of modules)
    walk(name, (key, chunk) => !entry.has(chunk.file) && !found.has(key) && found.set(key, chunk) !== undefined)
  return {
    scripts: [...found.values()].map((chunk) => chunk.file),
    styles: [...new Set([...found.values()].flatMap((chunk) => chunk.css ?? []))],
  }
}

/** `pattern` is a route such as '/app/my-benefits/$benefitId'. A final `$` matches any rest. */
function matches(pattern: string, path: string): boolean {
  const source = pattern
    .replace(/\/$/, '')
    .replaceAll(/[.*+?^()|[\]\\]/g, String.raw`\$&`)
    .replace(/\/\$$/, '(?:/.*)?')
    .replaceAll(/\$\w+/g, '[^/]+')
  return new RegExp(`^${source}/?$`).test(path)
}

/** '/app/$' is the route of the not-found page (GUARD-07). */
export function isScreen({ manifest }: BuiltPage, path: string): boolean {
  return manifest.routes.some((route) => route.path !== '/app/$' && matches(route.path, path))
}

function fontLinks({ chunks }: PageManifest, { baseFont, headerFont }: Theme): string[] {
  const assets = Object.values(chunks).flatMap((chunk) => chunk.assets ?? [])
  const headings = headerFont ?? baseFont
  const wanted = new Set([
    baseFont && `${slug(baseFont)}-latin-400`,
    baseFont && `${slug(baseFont)}-latin-700`,
    headings && `${slug(headings)}-latin-${headingWeight(headings)}`,
  ])
  return [...wanted].flatMap((name) => {
    const file = name && assets.find((asset) => asset.startsWith(`assets/${name}-`))
    return file ? [`<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`] : []
  })
}

function slug(font: string): string {
  return font.toLowerCase().replaceAll(' ', '-')
}

function iconOf({ brand, primary }: Theme): string {
  const onPrimary = textOn(primary)
  const letter = escapeHtml(brand.slice(0, 1).toUpperCase())
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${primary}"/><text x="16" y="23" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="20" fill="${onPrimary}">${letter}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

function logoOf({ brand, brandHeaderLogo, brandHeaderLogoMobile, clientLogo }: Theme): string {
  const name = escapeHtml(brand)
  const mobile = brandHeaderLogoMobile
    ? `<source media="(max-width: 767px)" srcset="${escapeHtml(brandHeaderLogoMobile)}">`
    : ''
  const logo = brandHeaderLogo ?? brandHeaderLogoMobile
  const header = logo
    ? `<picture${brandHeaderLogo ? '' : ' class="Header-mobile"'}>${mobile}<img class="Header-headerLogo" src="${escapeHtml(logo)}" alt="${name}, home" height="32"></picture>`
    : ''
  if (brandHeaderLogo) return header
  return clientLogo
    ? `${header}<img class="Header-clientLogo" src="${escapeHtml(clientLogo)}" alt="${name}, home">`
    : `${header}<span class="Header-brand">${name}</span>`
}

function endLogoOf({ brandHeaderLogo, clientLogo }: Theme): string {
  return brandHeaderLogo && clientLogo
    ? `<img class="Header-clientLogo Header-atEnd" src="${escapeHtml(clientLogo)}" alt="">`
    : ''
}

/** Escapes `<`, so that the JSON cannot end its script element. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
