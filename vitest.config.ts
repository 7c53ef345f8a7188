import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { compiler } from './vite.config.ts'

const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

export default defineConfig({
  test: {
    // What a test prints, such as the seed of its random cases, matters when it fails.
    silent: 'passed-only',
    projects: [
      {
        test: {
          name: 'node',
          include: ['**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.browser.test.ts', 'dist/**', 'data/**'],
          globalSetup: ['tests/harness/cluster.ts'],
          // Tests with a database or a server of their own may share two cores with everything else.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        // What asks a database is asked again on the PostgreSQL of the operating system.
        test: {
          name: 'second-engine',
          include: testsWithDatabase(),
          globalSetup: ['tests/harness/cluster.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react(), compiler()],
        test: {
          name: 'browser',
          include: ['**/*.browser.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', 'dist/**', 'data/**'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: chromium,
                args: [
                  // Chromium's own sandbox refuses root.
                  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
                  '--disable-gpu',
                  '--disable-quic',
                  '--disable-background-networking',
                ],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})

/** Tests that take a database from the harness; processes and faults start one of their own. */
function testsWithDatabase(): string[] {
  return globSync('{database,features,server,tests}/**/*.test.ts').filter((path) =>
    /harness\/(databases|portal|world|employer-world)\.ts/.test(readFileSync(path, 'utf8')),
  )
}
