import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = import.meta.dirname

export default defineConfig({
  root: join(root, 'web'),
  // The server serves every file the portal ships; nothing is copied unhashed.
  publicDir: false,
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()], include: /\.tsx$|\/use-[^/]+\.ts$/ }),
    withoutSchemas(),
    compressed(),
  ],
  // The server replaces the placeholder in every page it sends, with a nonce of that page alone.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: join(root, 'dist/web'),
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2023',
    cssTarget: ['chrome120', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
})

/**
 * The contract's zod schemas are checked by the server, on the way in and on the way out; the browser needs
 * their types alone. In the browser build `zod` is therefore a stand-in of a few lines, which saves about
 * 20 kB on the login page and throws if browser code ever tries to parse with it.
 */
function withoutSchemas(): Plugin {
  const standIn = join(root, 'web/no-schemas.ts')
  return {
    name: 'portal:without-schemas',
    enforce: 'pre',
    resolveId: (id) => (id === 'zod' || id === 'zod/mini' ? standIn : null),
  }
}

/** Writes .br and .gz beside every text file, so that the server compresses nothing while it serves. */
function compressed(): Plugin {
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
