import { glob, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { firstIcons } from './ui/first-icons.ts'
import { moreIcons } from './ui/more-icons.ts'
import { chunks } from './vite.chunks.ts'

const root = import.meta.dirname

export default defineConfig({
  root: join(root, 'web'),
  // The server serves every file the portal ships; nothing is copied unhashed.
  publicDir: false,
  plugins: [
    react(),
    compiler(),
    withoutSchemas(),
    babel({ plugins: [declarationsWithoutSchemas()], include: /\.contract\.ts$|\/contract\/[^/]+\.ts$/ }),
    fetchedBeforeImported(),
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
 * The React Compiler, for the employer's screens, tables and charts. Its output is half as large again: employees' screens
 * would weigh 4 to 9 kB more, for a few dozen elements (decision 8).
 */
export function compiler() {
  return babel({
    presets: [reactCompilerPreset()],
    include:
      /\/(ui\/(DataTable|BarChart|LineChart|Menu|Tabs|FileUpload|UploadProblems)|features\/(approvals|data-uploads|employees|employer-dashboard|engagement|family|insights|life-events|masquerade|platform-settings|reports|take-up|total-benefits|vouchers)\/[^.]+)\.tsx$/,
    exclude: /node_modules/,
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

const serverOnly = new Set(
  'refuses ownTransactions beforeTerms beforeTwoFactor byCookie inView keepsNothing bodyBytes'.split(' '),
)

type Expression = { type: string; name?: string; callee?: Expression; object?: Expression }
type SchemaCall = { node: unknown; replaceWith: (node: object) => void }
type Property = { node: { key: Expression; value: Expression }; remove: () => void }

/** Leaves schemas and what only the server reads out of the declared calls. Saves 1.2 kB on the login page, 3 to 4 kB below /app. */
function declarationsWithoutSchemas() {
  return {
    visitor: {
      CallExpression(path: SchemaCall) {
        // The visitor is called for calls alone.
        let root = path.node as Expression
        while (root.callee ?? root.object) root = (root.callee ?? root.object) as Expression
        if (root.type === 'Identifier' && root.name === 'z') path.replaceWith({ type: 'Identifier', name: 'z' })
      },
      ObjectProperty: {
        exit(path: Property) {
          const { key, value } = path.node
          if (value.name === 'z' || serverOnly.has(key.name ?? '')) path.remove()
        },
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
