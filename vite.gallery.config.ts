import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { reactCompiler, compressFiles, readableClassName, withoutSchemas } from './vite.config.ts'

const root = import.meta.dirname

export default defineConfig({
  root: join(root, 'web/gallery'),
  base: '/demo/ui/',
  publicDir: false,
  plugins: [react(), reactCompiler(), withoutSchemas(), compressFiles()],
  css: { modules: { generateScopedName: readableClassName } },
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: join(root, 'dist/gallery'),
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: ['chrome120', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
})
