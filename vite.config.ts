import { glob, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join, relative } from 'node:path'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { firstIcons } from './ui/first-icons.ts'
import { moreIcons } from './ui/more-icons.ts'
import {
  askedFiles,
  chunks,
  dialogFiles,
  formFiles,
  kitFiles,
  linkFiles,
  linkStepFiles,
  startFiles,
} from './vite.chunks.ts'

const root = import.meta.dirname

export default defineConfig({
  root: join(root, 'web'),
  // The server serves every file the portal ships; nothing is copied unhashed.
  publicDir: false,
  plugins: [
    react(),
    compiler(),
    withoutSchemas(),
    reactByName(),
    withoutUnusedParts(),
    babel({ plugins: [schemasAsStandIn()], include: /\.contract\.ts$|\/contract\/[^/]+\.ts$/ }),
    babel({ plugins: [refusalsWithoutSentences()], include: /\/features\/benefits\/benefits\.contract\.ts$/ }),
    fetchedBeforeImported(),
    helpersInStart(),
    routeList(),
    frameSheet(),
    iconFile(),
    compressed(),
  ],
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': join(root, 'web/use-selected.ts') } },
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
      // Reading a sentence for a refusal that no screen asks about keeps neither of them in the build.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // Letters and digits of a hash cannot be compressed: sixteen of them weigh less than sixty-four.
        hashCharacters: 'hex',
        // As many as so many files need: the first page names them all.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups: chunks },
      },
    },
  },
  // The check that somebody is not a robot reckons beside the page; one file, as a worker of ours may load nothing.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } } },
  server: { proxy: { '/api': 'http://localhost:3000' } },
})

/**
 * The React Compiler, where much is on the screen or it moves while somebody types: lists, questions, the employer's
 * tables. Its output is half as large again. The parts every page starts with would weigh 2 kB more with it, and an
 * employee's screens with their frame 4 to 9 kB more, on a phone, for a few dozen elements that render in a moment
 * either way.
 */
export function compiler() {
  return babel({
    presets: [reactCompilerPreset()],
    include: /\.tsx$|\/use-[^/]+\.ts$/,
    exclude: [
      /node_modules/,
      startFiles,
      kitFiles,
      linkFiles,
      linkStepFiles,
      dialogFiles,
      formFiles,
      askedFiles,
      /\/ui\/(Checkbox|Notices|RadioCards|on-demand|use-panel|use-debounced)\./,
      /\/web\/[^/]+$/,
      /\/features\/(activation|benefits|contact-us|content|home|password|profile|session|two-factor)\//,
      /\/ui\/CodeBoxes/,
    ],
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

// What the router and the query library carry along although the portal has its own or none, by the module that holds it.
// oxfmt-ignore
const unusedParts: Readonly<Record<string, string>> = {
  '@tanstack/react-router/dist/esm/link.js': failing('unused as Link, unused as createLink, unused as useLinkProps, unused as linkOptions', 'ui/Link'),
  '@tanstack/router-core/dist/esm/scroll-restoration.js':
    'export const setupScrollRestoration = () => undefined; export const storageKey = ""; ' +
    failing('unused as defaultGetScrollRestorationKey, unused as getElementScrollRestorationEntry', 'web/use-scroll'),
  '@tanstack/react-router/dist/esm/scroll-restoration.js': failing('unused as ScrollRestoration', 'web/use-scroll'),
  '@tanstack/react-router/dist/esm/ClientOnly.js': failing('unused as ClientOnly, unused as useHydrated', 'a screen: nothing is rendered by the server'),
  '@tanstack/react-router/dist/esm/not-found.js': failing('unused as CatchNotFound, unused as DefaultGlobalNotFound', 'defaultNotFoundComponent'),
  '@tanstack/router-core/dist/esm/redirect.js':
    'export const isRedirect = () => false; ' +
    failing('unused as redirect, unused as isResolvedRedirect, unused as parseRedirect', 'the history'),
  '@tanstack/router-core/dist/esm/searchParams.js': failing('unused as defaultParseSearch, unused as defaultStringifySearch, unused as parseSearchWith, unused as stringifySearchWith', 'parseSearch of web/routes'),
  '@tanstack/router-core/dist/esm/rewrite.js':
    'export const executeRewriteInput = (rewrite, url) => rewrite ? unused() : url; export { executeRewriteInput as executeRewriteOutput }; ' +
    failing('unused as composeRewrites, unused as rewriteBasepath', 'addresses as they are'),
  '@tanstack/query-core/build/modern/infiniteQueryBehavior.js': failing('unused as infiniteQueryBehavior, unused as hasNextPage, unused as hasPreviousPage', 'pages by number'),
  '@tanstack/query-core/build/modern/timeoutManager.js':
    'export const timeoutManager = globalThis; export const systemSetTimeoutZero = (later) => setTimeout(later, 0); ' +
    failing('unused as TimeoutManager, unused as defaultTimeoutProvider', 'timers'),
  '@tanstack/query-core/build/modern/environmentManager.js':
    'export const isServer = () => false; ' + failing('unused as environmentManager', 'the server'),
  '@tanstack/react-query/build/modern/suspense.js':
    'export const ensureSuspenseTimers = () => {}; export const shouldSuspend = ({ suspense }) => suspense && unused(); ' +
    failing('unused as fetchOptimistic, unused as defaultThrowOnError', 'isPending'),
  '@tanstack/react-query/build/modern/errorBoundaryUtils.js':
    'export const getHasError = ({ throwOnError }) => throwOnError && unused(); export const ensurePreventErrorBoundaryRetry = () => {}; export { ensurePreventErrorBoundaryRetry as useClearResetErrorBoundary }; ' +
    failing('', 'error'),
  '@tanstack/react-query/build/modern/QueryErrorResetBoundary.js':
    'export const useQueryErrorResetBoundary = () => null; ' + failing('unused as QueryErrorResetBoundary', 'error'),
  '@tanstack/react-query/build/modern/IsRestoringProvider.js':
    'export const useIsRestoring = () => false; ' + failing('unused as IsRestoringProvider', 'web/queries'),
}

/** Leaves out what `unusedParts` names. Fails the build, and says so, when a new version of a library keeps it elsewhere. */
function withoutUnusedParts(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'portal:without-unused-parts',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const part = Object.keys(unusedParts).find((path) => id.endsWith(path))
      if (!part) return null
      replaced.add(part)
      return unusedParts[part] ?? null
    },
    buildEnd() {
      const missed = Object.keys(unusedParts).filter((part) => !replaced.has(part))
      if (missed.length > 0) this.error(`Nobody imports ${missed.join(', ')}: mend unusedParts in vite.config.ts.`)
    },
  }
}

/**
 * React comes as CommonJS, of which every file of the build would make a module of its own, and call each part as
 * `(0, react.useState)(…)`. Here it is one module that exports its parts by name.
 */
function reactByName(): Plugin {
  const asRequired = createRequire(import.meta.url)
  const facades: Readonly<Record<string, string>> = {
    react: `import react from 'react'; export default react; ${partsOf('react', asRequired('react') as object)}`,
    // One function, with a name of its own for several children.
    'react/jsx-runtime': `import runtime from 'react/jsx-runtime'; export const { Fragment, jsx } = runtime; export { jsx as jsxs }`,
  }
  return {
    name: 'portal:react-by-name',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      order: 'pre',
      handler(id, importer, { kind }: { kind?: string }) {
        return id in facades && kind !== 'require-call' && !importer?.startsWith('\0by-name:')
          ? `\0by-name:${id}`
          : null
      },
    },
    load: (id) => (id.startsWith('\0by-name:') ? facades[id.slice(9)] : null),
  }
}

function partsOf(name: string, parts: object): string {
  return Object.keys(parts)
    .map((part) => `export const ${part} = ${name}.${part};`)
    .join(' ')
}

const forServerAlone =
  'refuses ownTransactions beforeTerms beforeTwoFactor byCookie inView keepsNothing bodyBytes'.split(' ')

type DeclaredPart = { node: { key: Expression; value: Expression }; remove: () => void }
type SchemaCall = { node: unknown; replaceWith: (node: object) => void }
type Expression = { type: string; name?: string; value?: true; callee?: Expression; object?: Expression }

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
      // What a declaration says to the server alone is not sent: what the parts of a call look like, how it is answered
      // where, and how it may refuse, with the sentences of refusals that no screen names. Of the event in the audit the
      // browser asks whether there is one.
      ObjectProperty: {
        exit(path: DeclaredPart) {
          const { key, value } = path.node
          const isSchema = value.name === 'z' && ['params', 'query', 'body', 'reply'].includes(key.name ?? '')
          if (isSchema || forServerAlone.includes(key.name ?? '')) path.remove()
          else if (key.name === 'audit') path.node.value = { type: 'BooleanLiteral', value: true }
        },
      },
    },
  }
}

type RefusalCall = { node: { callee: Expression; arguments: unknown[] } }

/** The screens of benefits tell refusals apart by their codes and show the sentence that the server sends. */
function refusalsWithoutSentences() {
  return {
    visitor: {
      CallExpression({ node }: RefusalCall) {
        if (node.callee.name === 'refusal') node.arguments.splice(2)
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

/**
 * A browser remembers a script that did not come until the page is loaded anew: what imports it then fails for good. So
 * the loader that all imports go through fetches files as text first, those that they import as well, and imports what
 * is there; what did not come can be asked for again. The files that the page names are on their way already.
 */
function fetchedBeforeImported(): Plugin {
  const before = 'return baseModule()'
  return {
    name: 'portal:fetched-before-imported',
    apply: 'build',
    transform: {
      order: 'post',
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes(before))
          this.error(`The loader has no ${before}: mend fetchedBeforeImported in vite.config.ts.`)
        return `${code.replace(before, 'return fetchedFirst(/import\\(.\\.\\/([^`"]+)/.exec(baseModule)?.[1]).then(baseModule)')}
          const pageHas = new Set(Array.from(document.querySelectorAll('[rel=modulepreload],script[src]'), (it) => (it.href ?? it.src).split('/').pop()))
          const asked = new Map()
          async function fetchedFirst(file) {
            const seen = new Set()
            const fetchAll = async (name) => {
              if (!name || pageHas.has(name) || seen.has(name)) return
              seen.add(name)
              await Promise.all((await importsOf(name)).map(fetchAll))
            }
            await fetchAll(file)
          }
          function importsOf(name) {
            if (!asked.has(name)) asked.set(name, fetchImports(name))
            return asked.get(name)
          }
          async function fetchImports(name) {
            const answer = await fetch(new URL(name, import.meta.url)).catch(() => null)
            if (!answer?.ok) {
              asked.delete(name)
              throw new TypeError('Failed to fetch dynamically imported module: ' + name)
            }
            return Array.from((await answer.text()).matchAll(/(?:from|import)"\\.\\/([^"]+\\.js)"/g), ([, other]) => other)
          }`
      },
    },
  }
}

/**
 * The bundler keeps its few helpers in a file apart, which would be one more request on every page. They stand in the
 * file that every page starts with instead, under names of their own.
 */
function helpersInStart(): Plugin {
  const renamed = (names: string) => names.replaceAll(/(\w+) as/g, 'helper_$1 as')
  return {
    name: 'portal:helpers-in-start',
    apply: 'build',
    // What the files hold is changed after they have their names, so that the names change with how.
    augmentChunkHash: () => String(helpersInStart),
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const files = Object.values(bundle).filter((file) => file.type === 'chunk')
        const helpers = files.find((file) => file.moduleIds.some((id) => id.includes('rolldown/runtime')))
        const start = files.find((file) => file.name === 'start')
        const own = helpers && /^(.*)export\{([^}]*)\};\s*$/s.exec(helpers.code)
        if (!helpers || !start || !own || helpers === start)
          return this.error('No helpers: mend helpersInStart in vite.config.ts.')
        const [, code = '', exported = ''] = own
        const taken = new RegExp(String.raw`import\{([^}]*)\}from"\./${basename(helpers.fileName)}";`)
        const all = exported
          .split(',')
          .map((each) => each.split(' as '))
          .map(([inside = '', outside = inside]) => ({ inside, outside }))
        for (const file of files) {
          const names = taken.exec(file.code)?.[1]
          file.imports = file.imports.filter((name) => name !== helpers.fileName)
          if (names === undefined) continue
          const full = names
            .split(',')
            .map((name) => (name.includes(' as ') ? name : `${name} as ${name}`))
            .join(',')
          if (file === start) {
            const answer = all.map(({ inside, outside }) => `${outside}:${inside}`).join(',')
            const wanted = full
              .split(',')
              .map((each) => each.replace(' as ', ':'))
              .join(',')
            const kept = all.map(({ outside }) => `helper_${outside}=helpers.${outside}`).join(',')
            file.code = file.code.replace(
              taken,
              () => `var helpers=(()=>{${code}return{${answer}}})(),{${wanted}}=helpers,${kept};`,
            )
            file.code = file.code.replace(
              /export\{(?=[^}]*\};?\s*$)/,
              () => `export{${all.map(({ outside }) => `helper_${outside}`).join(',')},`,
            )
            continue
          }
          const fromStart = new RegExp(String.raw`import\{([^}]*)\}from"\./${basename(start.fileName)}";`)
          const known = fromStart.exec(file.code)?.[1]
          file.code = file.code.replace(taken, '')
          if (known === undefined) {
            file.imports.unshift(start.fileName)
            file.code = `import{${renamed(full)}}from"./${basename(start.fileName)}";${file.code}`
          } else
            file.code = file.code.replace(
              fromStart,
              () => `import{${renamed(full)},${known}}from"./${basename(start.fileName)}";`,
            )
        }
        delete bundle[helpers.fileName]
      },
    },
  }
}

type Bundle = Parameters<Extract<NonNullable<Plugin['generateBundle']>, (...given: never) => unknown>>[1]

/** Under which key the manifest lists the file with a module: the module's own name, unless it shares its file with others. */
function keyInManifest(bundle: Bundle, module: string): string | undefined {
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk' || !file.moduleIds.includes(module)) continue
    return file.facadeModuleId === module ? relative(join(root, 'web'), module) : `_${basename(file.fileName)}`
  }
  return undefined
}

/** Writes routes.json: which module each address shows, read from web/routes.tsx, so that the server can preload its files. */
function routeList(): Plugin {
  return {
    name: 'portal:route-list',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const lines = (await readFile(join(root, 'web/routes.tsx'), 'utf8'))
        .split('\n')
        .filter((line) => /^ +\{ path: /.test(line))
      const fileOf = (module: string) =>
        keyInManifest(bundle, join(root, 'web', module)) ?? this.error(`${module} is in no file`)
      const routes = lines.map((line) => {
        const path = /path: '([^']+)'/.exec(line)?.[1]
        const screen = /import\('([^']+)'\)/.exec(line)?.[1]
        if (!path || !screen)
          this.error(`web/routes.tsx: keep each route on one line with its path and screen: ${line}`)
        return {
          path,
          module: fileOf(screen),
          guarded: !/access: 'out'/.test(line),
        }
      })
      const guard = ['SignedIn.tsx', 'HeaderForUser.tsx'].map(fileOf)
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify({ routes, guard }) })
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

/** Writes the style sheets that every page below /app needs into one file, which the server links in their place. */
function frameSheet(): Plugin {
  return {
    name: 'portal:frame-sheet',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle)
      const source = ['start', 'kit', 'app']
        .flatMap((name) => files.filter((file) => file.type === 'chunk' && file.name === name))
        .flatMap((chunk) => (chunk.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []))
        .map((name) => {
          const sheet = bundle[name]
          if (sheet?.type !== 'asset') return this.error(`${name} is not among the files of the build`)
          return sheet.source
        })
      if (source.length < 3) this.error('Each of start, kit and app has a sheet: mend frameSheet in vite.config.ts.')
      this.emitFile({ type: 'asset', name: 'frame.css', source: source.join('') })
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
    async closeBundle(failure) {
      // There may be nothing then, and the failure says more than that.
      if (failure) return
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
