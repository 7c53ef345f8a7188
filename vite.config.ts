import { glob, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { firstIcons } from './ui/first-icons.ts'
import { moreIcons } from './ui/more-icons.ts'

const root = import.meta.dirname

// What every page starts with, the login page before all (performance.md: at most 92 kB of script, brotli).
const startFiles =
  /rolldown\/runtime|\/node_modules\/(react|react-dom|scheduler|zustand|@tanstack\/(react-router|router-core|history|react-store|store))\/|preload-helper|compiler-runtime|\/ui\/(tokens|class-names|Icon|first-icons|Link|Button|Field|field\.messages|TextField|PasswordField|Alert|ProgressBar)\.|\/contract\/(call|call-failed|email|endpoint|messages|paths|refusals)\.|\/features\/session\/(use-(session|cookie|persisted)|session\.|cookie-banner\.)|\/features\/theme\/use-theme|\/web\/(main|no-schemas|Shell|Header|Footer|CookieBanner|ErrorPage|call|routes|fonts|use-activity|use-scroll|web\.messages)\./
// What a page outside `/app` shows beyond the login: headings, faces of a list, the server's HTML.
const kitFiles =
  /\/ui\/(Page|Breadcrumbs|Card|Badge|Money|Skeleton|States|SafeHtml|Disclosure|ui\.messages)\.|\/web\/NotFound\./
// What every screen below `/app` shares; inputs that few screens ask for come with those alone.
const appFiles =
  /\/node_modules\/@tanstack\/(react-query|query-core)\/|\/(ui|contract)\/(?!icon-file|save-file|Tabs|Pagination|PreviousNext|SearchField|[Pp]aging|pages-shown|DateOfBirthField|Code(Boxes|Form)|QrCode|NewPassword|use-new-password|PasswordRules|date-of-birth|(dob|code|password)\.messages)|\/web\/(SignedIn|AccessGuard|HeaderForUser|Avatar|Navigation|navigation-items|UserMenu|MobileMenu|panels|queries|menu|join-tabs|session-end)\.|\/features\/(vouchers\/use-ccv-only|session\/(use-tabs|leave-for))\./

// What a screen with a list, a panel or a dialog needs beyond that, and one with questions.
const listFiles = /\/ui\/(Checkbox|ConfirmDialog|DataTable|Dialog|SelectField|SidePanel|use-debounced|use-modal)\./
const questionFiles = /\/ui\/(FormErrors|NumberField|ProgressSteps|RadioCards|Slider|SliderField)\./
// What the employer dashboard and the approvals share.
const approvalsFiles = /\/features\/approvals\/(approvals\.(contract|messages)|use-approvals)\./
// What Home and the screens of the benefits share, and what those of one benefit do.
const benefitsFiles =
  /\/features\/benefits\/(?:pricing\/)?(?:(?!setup\.)[a-z-]+\.(?:contract|messages|rules)|use-benefits|use-benefit-address|BenefitState)\./
const benefitFiles =
  /\/features\/benefits\/(BenefitCost|BenefitLoading|BenefitProblem|Layout|MyCover|PriceSummary|WhyThisPrice)\./

export default defineConfig({
  root: join(root, 'web'),
  // The server serves every file the portal ships; nothing is copied unhashed.
  publicDir: false,
  plugins: [
    react(),
    compiler(),
    withoutSchemas(),
    withoutUnusedRouterParts(),
    babel({ plugins: [schemasAsStandIn()], include: /\.contract\.ts$|\/contract\/[^/]+\.ts$/ }),
    routeList(),
    iconFile(),
    compressed(),
  ],
  css: { modules: { generateScopedName: readableClassName } },
  // The server replaces the placeholder in every page it sends, with a nonce of that page alone.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: join(root, 'dist/web'),
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2023',
    cssTarget: ['chrome120', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    // The server preloads what a page needs; listing every screen's scripts here would burden the login page with all of them.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files) => files.filter((file) => file.endsWith('.css')),
    },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      // How long plugins take is nothing to do about here; a screen that the frame shows too is in one file either way.
      checks: { pluginTimings: false, ineffectiveDynamicImport: false },
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        // Few files, each needed whole: what every page starts with, and what every screen below /app shares.
        codeSplitting: {
          groups: [
            { name: 'start', test: startFiles, priority: 4 },
            { name: 'kit', test: kitFiles, priority: 3 },
            { name: 'lists', test: listFiles, priority: 2 },
            { name: 'questions', test: questionFiles, priority: 3 },
            { name: 'app', test: appFiles, priority: 1 },
            { name: 'benefits', test: benefitsFiles, priority: 1 },
            { name: 'benefit', test: benefitFiles, priority: 1 },
            { name: 'approvals', test: approvalsFiles, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
})

/**
 * The React Compiler, where much is on the screen or it moves while somebody types: lists, questions, the employer's
 * tables. Its output is half as large again. The parts every page starts with would weigh 2 kB more with it, and an
 * employee's screens 3 to 8 kB more, on a phone, for a few dozen elements that render in a moment either way.
 */
export function compiler() {
  return babel({
    presets: [reactCompilerPreset()],
    include: /\.tsx$|\/use-[^/]+\.ts$/,
    exclude: [/node_modules/, startFiles, kitFiles, /\/features\/(benefits|content|home)\//],
  })
}

/**
 * The contract's zod schemas are checked by the server, on the way in and on the way out; the browser needs
 * their types alone. In the browser build `zod` is therefore a stand-in of a few lines, which saves about
 * 20 kB on the login page and throws if browser code ever tries to parse with it.
 */
export function withoutSchemas(): Plugin {
  const standIn = join(root, 'web/no-schemas.ts')
  return {
    name: 'portal:without-schemas',
    enforce: 'pre',
    resolveId: (id) => (id === 'zod' || id === 'zod/mini' ? standIn : null),
  }
}

const failing = (names: string, instead: string) =>
  `const unused = () => { throw new Error("Use ${instead}") }; export { ${names} }`

// What the router carries along although the portal has its own, by the module that holds it.
// oxfmt-ignore
const unusedRouterParts: Readonly<Record<string, string>> = {
  '@tanstack/react-router/dist/esm/link.js': failing('unused as Link, unused as createLink, unused as useLinkProps, unused as linkOptions', 'ui/Link'),
  '@tanstack/router-core/dist/esm/scroll-restoration.js':
    'export const setupScrollRestoration = () => undefined; export const storageKey = ""; ' +
    failing('unused as defaultGetScrollRestorationKey, unused as getElementScrollRestorationEntry', 'web/use-scroll'),
}

/**
 * Leaves out the router's link and scroll restoration, which nobody asks for but all its routes import: about 2.5 kB on
 * the login page, where ui/Link.tsx and web/use-scroll.ts do the same in 0.5. Fails the build, and says so, when a new
 * version of the router keeps them elsewhere.
 */
function withoutUnusedRouterParts(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'portal:without-unused-router-parts',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const part = Object.keys(unusedRouterParts).find((path) => id.endsWith(path))
      if (!part) return null
      replaced.add(part)
      return unusedRouterParts[part] ?? null
    },
    buildEnd() {
      const missed = Object.keys(unusedRouterParts).filter((part) => !replaced.has(part))
      if (missed.length > 0)
        this.error(`The router no longer has ${missed.join(', ')}: mend unusedRouterParts in vite.config.ts.`)
    },
  }
}

type SchemaCall = { node: unknown; replaceWith: (node: object) => void }
type Expression = { type: string; name?: string; callee?: Expression; object?: Expression }

/** `z.object({ … }).nullable()` as a whole becomes the stand-in, so that a declaration's inside is not sent at all. */
function schemasAsStandIn() {
  return {
    visitor: {
      CallExpression(path: SchemaCall) {
        // The visitor is called for calls alone.
        let root = path.node as Expression
        while (root.callee ?? root.object) root = (root.callee ?? root.object) as Expression
        if (root.type === 'Identifier' && root.name === 'z') path.replaceWith({ type: 'Identifier', name: 'z' })
      },
    },
  }
}

/**
 * 'Button-primary': readable, and the same in every build, so that the still login page the server writes can name
 * the classes of the parts it stands for. File names are unique for it; the route list below checks that.
 */
export function readableClassName(name: string, file: string): string {
  return `${basename(file.split('?')[0] ?? file, '.module.css')}-${name}`
}

/** Writes routes.json: which module each address shows, read from web/routes.tsx, so that the server can preload its files. */
function routeList(): Plugin {
  return {
    name: 'portal:route-list',
    apply: 'build',
    async generateBundle() {
      const lines = (await readFile(join(root, 'web/routes.tsx'), 'utf8'))
        .split('\n')
        .filter((line) => /^ +\{ path: /.test(line))
      const routes = lines.map((line) => {
        const path = /path: '([^']+)'/.exec(line)?.[1]
        const screen = /import\('([^']+)'\)/.exec(line)?.[1]
        if (!path || !/screen: /.test(line))
          this.error(`web/routes.tsx: keep each route on one line with its path and screen: ${line}`)
        return {
          path,
          module: screen ? relative(join(root, 'web'), join(root, 'web', screen)) : 'NotBuiltYet.tsx',
          guarded: !/access: 'out'/.test(line),
        }
      })
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(routes) })
      const sheets: string[] = []
      for await (const file of glob('{ui,web,features}/**/*.module.css', { cwd: root })) sheets.push(basename(file))
      const doubled = sheets.find((name, index) => sheets.indexOf(name) !== index)
      if (doubled) this.error(`Two style sheets are called ${doubled}: their classes would be mixed up, so rename one.`)
    },
  }
}

/** Writes the shapes of all icons into one file, which the portal serves unless it is told of another one (CHROME-61). */
function iconFile(): Plugin {
  return {
    name: 'portal:icon-file',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', name: 'icons.json', source: JSON.stringify({ ...firstIcons, ...moreIcons }) })
    },
  }
}

/** Writes .br and .gz beside every text file, so that the server compresses nothing while it serves. */
export function compressed(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  let outDir = ''
  return {
    name: 'portal:compressed',
    apply: 'build',
    configResolved: (config) => void (outDir = config.build.outDir),
    async closeBundle() {
      for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|svg|json)$/.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const bytes = await readFile(path)
        const br = await brotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        })
        await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, await zip(bytes, { level: 9 }))])
      }
    },
  }
}
