import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chromiumOptions } from './tests/harness/chromium.ts'
import { compiler } from './vite.config.ts'

/** Folders and files that take a worker ten seconds and more. */
const longest = [
  'tests/faults/',
  'tests/process/',
  'tests/battery/',
  'bench/',
  'embedded.test',
  'flex-pot.test',
  'gallery.browser.test',
  'links.api.test',
  'links.browser.test',
  'setup.browser.test',
]

/** What takes longest begins first: nobody waits for it alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // The sequencer's own order, not an array's.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longest.some((part) => moduleId.includes(`/${part}`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Tests may share two slow cores with everything else: only what hangs ends. */
const patience = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  setupFiles: ['tests/harness/patience.ts'],
  expect: { poll: { timeout: 45_000 } },
}

export default defineConfig({
  test: {
    // What a test prints, such as the seed of its random cases, matters when it fails.
    silent: 'passed-only',
    // The list of failures at the end of a run has no room for differences line by line: the message itself says what was there.
    sequence: { sequencer: LongestFirst },
    chaiConfig: { truncateThreshold: 400 },
    // In Node the files of a worker share what they import: to load the portal for each took an eighth of the time. Nothing
    // that a module keeps may depend on who asked first.
    projects: [
      {
        test: {
          name: 'node',
          isolate: false,
          include: ['**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.browser.test.ts', 'dist/**', 'data/**'],
          globalSetup: ['tests/harness/cluster.ts'],
          ...patience,
        },
      },
      {
        // What asks a database is asked again on the PostgreSQL of the operating system.
        test: {
          name: 'second-engine',
          isolate: false,
          env: { SECOND_ENGINE: 'yes' },
          include: testsWithDatabase(),
          globalSetup: ['tests/harness/cluster.ts'],
          ...patience,
        },
      },
      {
        plugins: [react(), compiler()],
        test: {
          name: 'browser',
          include: ['**/*.browser.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', 'dist/**', 'data/**'],
          ...patience,
          // Here a matcher waits for as long as its test may take.
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumOptions }),
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
