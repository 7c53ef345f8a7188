import { glob, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { loginPageIcons } from './ui/login-page-icons.ts'
import { otherIcons } from './ui/other-icons.ts'
import { chunks } from './vite.chunks.ts'

const root = import.meta.dirname

export default defineConfig({
  root: join(root, 'web'),
  // The portal serves only files of the build, so Vite must not copy others.
  publicDir: false,
  plugins: [
    react(),
    reactCompiler(),
    withoutSchemas(),
    babel({ plugins: [declarationsWithoutSchemas()], include: /\.contract\.ts$|\/contract\/[^/]+\.ts$/ }),
    fetchedBeforeImported(),
    routeList(),
    iconFile(),
    compressFiles(),
  ],
  css: { modules: { generateScopedName: readableClassName } },
  // The server replaces this placeholder by a new nonce in each page.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: join(root, 'dist/web'),
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2023',
    cssTarget: ['chrome120', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    // The server preloads the files of a page. Lists of every screen's scripts would make the login page larger.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files) => files.filter((file) => file.endsWith('.css')),
    },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      // Plugin timings cannot be improved here. Screens that the page frame also imports need no separate file.
      checks: { pluginTimings: false, ineffectiveDynamicImport: false },
      treeshake: { propertyReadSideEffects: false },
      output: {
        // Hexadecimal hashes compress better than hashes with all letters.
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups: chunks },
      },
    },
  },
  // The captcha's proof of work runs in a worker, which must be one file, because workers may load nothing else.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } } },
  server: { proxy: { '/api': 'http://localhost:3000' } },
})

/** Compiles only the employer's screens, tables and charts. Employees' screens would grow by 4 to 9 kB (decision 8). */
export function reactCompiler() {
  return babel({
    presets: [reactCompilerPreset()],
    include:
      /\/(ui\/(DataTable|BarChart|LineChart|Menu|Tabs|FileUpload|UploadProblems)|features\/(approvals|employees|employer-overview|family|insights|life-events|masquerade|reports|take-up|total-benefits|upload-panel|vouchers)\/[^.]+)\.tsx$/,
    exclude: /node_modules/,
  })
}

/** Replaces `zod` in the browser build, which needs only its types. Saves about 20 kB on the login page. */
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

/** Removes schemas from declarations. Makes the login page 1.2 kB smaller, and other pages 3 to 4 kB. */
function declarationsWithoutSchemas() {
  return {
    visitor: {
      CallExpression(path: SchemaCall) {
        // The visitor below is only called for call expressions.
        let root = path.node as Expression
        while (root.callee ?? root.object) root = (root.callee ?? root.object) as Expression
        if (root.type === 'Identifier' && root.name === 'z') path.replaceWith({ type: 'Identifier', name: 'z' })
      },
      ObjectProperty: {
        exit(path: Property) {
          const { key, value } = path.node
          // The browser only needs to know whether a reply is a file, which is a string such as 'file' here.
          const isSchema = value.name === 'z' || (key.name === 'reply' && value.type !== 'StringLiteral')
          if (isSchema || serverOnly.has(key.name ?? '')) path.remove()
        },
      },
    },
  }
}

/** Class names have no hash, because the server's login page refers to them. So style sheets need unique file names. */
export function readableClassName(name: string, file: string): string {
  return `${basename(file.split('?')[0] ?? file, '.module.css')}-${name}`
}

/** Replaces Vite's loader of dynamic imports: fetches scripts as text, because browsers remember a failed import. */
function fetchedBeforeImported(): Plugin {
  return {
    name: 'portal:fetched-before-imported',
    apply: 'build',
    transform: {
      order: 'post',
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes('const __vitePreload = ') || !code.includes('return baseModule()'))
          this.error('Vite has another loader: adapt fetchedBeforeImported in vite.config.ts.')
        return `
          export const __vitePreload = (baseModule, deps = []) =>
            Promise.all([fetchedFirst(/import\\(.\\.\\/([^\`"]+)/.exec(baseModule)?.[1]), ...deps.map(styled)]).then(baseModule)
          const pageHas = new Set(Array.from(document.querySelectorAll('[rel=modulepreload],[rel=stylesheet],script[src]'), (it) => (it.href ?? it.src).split('/').pop()))
          const asked = new Map()
          const once = (name, load) => {
            if (!asked.has(name)) asked.set(name, load(name).catch((failure) => {
              asked.delete(name)
              throw failure
            }))
            return asked.get(name)
          }
          async function fetchedFirst(file) {
            const seen = new Set()
            const fetchAll = async (name) => {
              if (!name || pageHas.has(name) || seen.has(name)) return
              seen.add(name)
              await Promise.all((await once(name, fetchImports)).map(fetchAll))
            }
            await fetchAll(file)
          }
          async function fetchImports(name) {
            const answer = await fetch(new URL(name, import.meta.url))
            if (!answer.ok) throw new TypeError(name)
            return Array.from((await answer.text()).matchAll(/(?:from|import)"\\.\\/([^"]+\\.js)"/g), ([, other]) => other)
          }
          const styled = (path) => pageHas.has(path.split('/').pop()) || once(path, loadStyle)
          const loadStyle = (path) => new Promise((resolve, reject) => {
            const link = document.createElement('link')
            link.rel = 'stylesheet'
            link.href = '/' + path
            link.onload = resolve
            link.onerror = () => {
              link.remove()
              reject(new TypeError(path))
            }
            document.head.append(link)
          })`
      },
    },
  }
}

type Bundle = Parameters<Extract<NonNullable<Plugin['generateBundle']>, (...given: never) => unknown>>[1]

function keyInManifest(bundle: Bundle, module: string): string | undefined {
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk' || !file.moduleIds.includes(module)) continue
    return file.facadeModuleId === module ? relative(join(root, 'web'), module) : `_${basename(file.fileName)}`
  }
  return undefined
}

/** Writes routes.json: the module of each address in web/routes.tsx, so that the server can preload its files. */
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
      const guard = ['AppScreen.tsx', 'HeaderForUser.tsx'].map(fileOf)
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify({ routes, guard }) })
      const sheets: string[] = []
      for await (const file of glob('{ui,web,features}/**/*.module.css', { cwd: root })) sheets.push(basename(file))
      const doubled = sheets.find((name, index) => sheets.indexOf(name) !== index)
      if (doubled) this.error(`Two style sheets are called ${doubled}: their classes would be mixed up, so rename one.`)
    },
  }
}

/** Writes all icons into one file. The portal serves it unless another file is configured (CHROME-61). */
function iconFile(): Plugin {
  return {
    name: 'portal:icon-file',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', name: 'icons.json', source: JSON.stringify({ ...loginPageIcons, ...otherIcons }) })
    },
  }
}

export function compressFiles(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  let outDir = ''
  return {
    name: 'portal:compressed',
    apply: 'build',
    configResolved: (config) => void (outDir = config.build.outDir),
    async closeBundle(failure) {
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
