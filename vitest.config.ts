import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chromiumOptions } from './tests/harness/chromium.ts'
import { reactCompiler } from './vite.config.ts'

/** Folders and files that a worker needs at least ten seconds for. */
const longest = [
  'tests/faults/',
  'tests/process/',
  'tests/battery/',
  'bench/',
  'embedded.test',
  'selections/flex-allowance.test',
  'gallery.browser.test',
  'links.api.test',
  'links.browser.test',
  'setup.browser.test',
]

/** Tests whose path contains one of these texts always run on the second engine (another PostgreSQL) as well. */
const mainSqlTests = [
  'database/',
  '.queries.test',
  'approvals/approvals.api.test',
  'benefits/benefits.api.test',
  'employees/employees.api.test',
  'payroll/payroll.api.test',
  'profile/profile.api.test',
  'scheme/apply-scheme.test',
  'distribution.test',
]

/** Further tests of the long run. Together with `mainSqlTests`, they run each SQL statement of the portal. */
const furtherSqlTests = [
  '.api.test',
  'one-order.test',
  'lock-order.test',
  'audit/audit.test',
  'my-benefits/scheme-offer.test',
  'scheme/withdrawn-benefit.test',
  'employees/employee-list.test',
  'explain/explain.test',
  'export/round-trip.test',
  'recalculation/core-cover.test',
  'recalculation/recalculate-rates.test',
  'recalculation/age-limits.test',
  'sign-in-protection/lock-notices.test',
  'mail/send-mail.test',
  'masquerade/',
  'medical/approved-cover.test',
  'benefit-mails/',
  'reports/stored-file.test',
  'reports/provider-reports.test',
  'renewal/renew-selections.test',
  'scheme/new-pay-periods.test',
  'server/claim-database.test',
  'server/data-checks.test',
  'server/daily-jobs.test',
  'server/idempotency.test',
  'server/lost-secrets-warning.test',
  'server/rotate-keys.test',
  'server/worker.test',
  'session/session-validity.test',
  'session/logout.test',
  'session/captcha.test',
  'session/sign-in.test',
  'single-sign-on/sign-on.test',
  'two-factor/login-by-code.test',
  'two-factor/own-two-factor.test',
]

const leftOut = [
  'database/embedded.test', // It starts the portal's own PostgreSQL.
  'database/postmaster.test', // It starts the portal's own PostgreSQL.
  'data-uploads/upload-work.api.test', // data-uploads.api.test runs its statements.
  'benefit-mails/next-year.test', // renew-selections.test runs its statements.
  'password/password.api.test', // links.api.test runs its statements.
  'selections/selections.api.test', // basket.api.test and approvals.api.test run its statements.
]

const leftOutOfCitus = [
  '.browser.test', // It runs in a browser.
  'database/embedded.test', // It starts the portal's own PostgreSQL.
  'database/postmaster.test', // It starts the portal's own PostgreSQL.
  'server/query-plans.test', // It reads query plans of a single machine.
  'tests/faults/', // Most of these tests kill a single PostgreSQL, not a cluster.
  'house-rules/distribution.test', // It reads the schema before Citus distributes it.
  'tests/process/', // They start the portal with its own PostgreSQL.
  'export/export-completeness.test', // It drops the constraints of all tables, for values that they would refuse.
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's sort, not Array.prototype.sort
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longest.some((part) => moduleId.includes(`/${part}`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const patience = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  setupFiles: ['tests/harness/test-timeouts.ts'],
  expect: { poll: { timeout: 45_000 } },
}

const onNode = {
  ...patience,
  setupFiles: [...patience.setupFiles, 'tests/harness/parse-yaml-once.ts'],
  // Collecting young objects took a twelfth of the processor time.
  execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=32'],
}

export default defineConfig({
  test: {
    silent: 'passed-only',
    sequence: { sequencer: LongestFirst },
    chaiConfig: { truncateThreshold: 400 },
    // In Node, the test files of a worker share imports. Modules must not keep state that depends on their first caller.
    projects: [
      {
        test: {
          name: 'node',
          isolate: false,
          include: ['**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.browser.test.ts', '**/*.citus.test.ts', 'dist/**', 'data/**'],
          globalSetup: ['tests/harness/start-test-cluster.ts'],
          ...onNode,
        },
      },
      {
        test: {
          name: 'second-engine',
          isolate: false,
          env: { SECOND_ENGINE: 'yes' },
          include: testsOfSecondEngine(),
          globalSetup: ['tests/harness/start-test-cluster.ts'],
          ...onNode,
        },
      },
      // Needs CITUS, which `npm test -- citus` sets, because few machines have the extension.
      ...(process.env['CITUS'] ? [citus()] : []),
      {
        plugins: [react(), reactCompiler()],
        test: {
          name: 'browser',
          include: ['**/*.browser.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', 'dist/**', 'data/**'],
          ...patience,
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // A click waits until its target stops moving, so transitions are disabled, except in tests of transitions.
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

/** Returns the tests for the second engine. Versions may differ in queries, triggers, locks and collation. */
function testsOfSecondEngine(): string[] {
  const sqlTests = process.env['LONG_TESTS'] ? [...mainSqlTests, ...furtherSqlTests] : mainSqlTests
  return globSync('{database,domain,services,features,server,tests}/**/*.test.ts').filter(
    (path) =>
      sqlTests.some((part) => path.includes(part)) &&
      !leftOut.some((part) => path.includes(part)) &&
      !path.includes('.citus.test'),
  )
}

function citus() {
  const paths = globSync('{database,domain,services,features,platform,server,tests}/**/*.test.ts')
  return {
    test: {
      name: 'citus',
      isolate: false,
      include: paths.filter((path) => usesHarness(path) && !leftOutOfCitus.some((part) => path.includes(part))),
      globalSetup: ['tests/harness/start-test-cluster.ts'],
      ...onNode,
    },
  }
}

function usesHarness(path: string): boolean {
  const text = readFileSync(path, 'utf8')
  const beside = [...text.matchAll(/from '\.\/([\w-]+\.ts)'/g)].map(([, name = '']) => join(dirname(path), name))
  return [path, text, ...beside.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'))].some(
    (one) => one.includes('harness/'),
  )
}
