import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { globSync } from 'node:fs'
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

/** Parts of paths: the tests of the second engine in each run. */
const mainSqlTests = [
  'database/',
  '.queries.test',
  'approvals/approvals.api.test',
  'benefits/benefits.api.test',
  'employees/employees.api.test',
  'payroll/payroll.api.test',
  'profile/profile.api.test',
  'scheme/apply.test',
  'distribution.test',
]

/** The further ones in a long run: with the main ones they run each statement of the portal. */
const furtherSqlTests = [
  '.api.test',
  'one-order.test',
  // Each has statements that no call of the above runs.
  'audit/audit.test',
  'definition/offered.test',
  'definition/withdrawn-benefit.test',
  'employees/employee-list.test',
  'explain/explain.test',
  'export/round-trip.test',
  'following/core-cover.test',
  'following/follow-rates.test',
  'following/growing-out.test',
  'guesses/lock-notices.test',
  'mail/send-mail.test',
  'masquerade/',
  'medical/approved-cover.test',
  'benefits/notices/',
  'reports/kept-file.test',
  'reports/provider-reports.test',
  'renewal/renew-selections.test',
  'scheme/periods-planned.test',
  'server/claim-database.test',
  'server/data-checks.test',
  'server/daily-jobs.test',
  'server/idempotency.test',
  'server/lost-secrets.test',
  'server/rotate-keys.test',
  'server/worker.test',
  'session/every-call.test',
  'session/logging-out.test',
  'session/robots/robots.test',
  'session/sign-in.test',
  'single-sign-on/sign-on.test',
  'two-factor/login-by-code.test',
  'two-factor/own-two-factor.test',
]

/** Slow tests to leave out, with the reason beside each. */
const leftOut = [
  'database/embedded.test', // It starts the portal's own PostgreSQL.
  'database/postmaster.test', // The same.
  'data-uploads/upload-work.api.test', // data-uploads.api.test runs its statements.
  'notices/next-year.test', // renew-selections.test runs its statements.
  'password/password.api.test', // links.api.test runs its statements.
  'selections/selections.api.test', // basket.api.test and approvals.api.test run its statements.
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
        // The SQL is tested again on the PostgreSQL of the operating system.
        test: {
          name: 'second-engine',
          isolate: false,
          env: { SECOND_ENGINE: 'yes' },
          include: testsOfSecondEngine(),
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
            // A click waits until its target stands still, so each movement of a panel costs time and frames. Tests of movements
            // ask for them (tests/harness/motion.ts).
            provider: playwright({
              launchOptions: chromiumOptions,
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})

/**
 * Returns the tests that also run on the second PostgreSQL version. Versions can differ in SQL only: migrations, queries,
 * triggers, locks and collation. Rules, screens, processes and random cases need no second run.
 */
function testsOfSecondEngine(): string[] {
  const sqlTests = process.env['LONG_TESTS'] ? [...mainSqlTests, ...furtherSqlTests] : mainSqlTests
  return globSync('{database,features,server,tests}/**/*.test.ts').filter(
    (path) => sqlTests.some((part) => path.includes(part)) && !leftOut.some((part) => path.includes(part)),
  )
}
