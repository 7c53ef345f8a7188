import type { Source } from './sources.ts'

/** The areas that may write each table. Any query may read all tables of its client (ARCHITECTURE.md). */
export const writers: Record<string, readonly string[]> = {
  client_address: ['services/scheme'],
  client: ['features/scheme-history', 'services/scheme'],
  unfinished_application: ['features/scheme'],
  scheme_year: ['services/scheme'],
  rate_table: ['services/scheme'],
  benefit: ['services/scheme'],
  benefit_code: ['services/scheme'],
  enrolment_window: ['features/life-events', 'features/scheme-history', 'services/scheme'],
  payroll: ['services/scheme'],
  payroll_period: ['features/scheme-history', 'services/scheme'],
  client_picture: ['services/scheme'],
  scheme_file: ['features/scheme'],
  content_page: ['features/content'],
  terms_acceptance: ['features/content'],
  account: ['services/session'],
  session: ['features/session', 'services/session'],
  access_token: ['features/session', 'services/session'],
  login_count: ['features/session'],
  refresh_token: ['features/session', 'services/session'],
  failed_attempt: ['features/session', 'features/sign-in-protection'],
  login_challenge: ['features/session'],
  captcha_solution: ['features/session', 'services/session'],
  sign_in_attempt: ['features/session', 'services/session'],
  spraying_source: ['features/session', 'services/session'],
  attempt_without_captcha: ['features/session', 'services/session'],
  two_factor_setup: ['features/two-factor'],
  two_factor_code: ['features/two-factor'],
  two_factor_attempt: ['features/two-factor'],
  recovery_code: ['features/two-factor'],
  two_factor_disabling: ['features/two-factor'],
  entry_token: ['features/session', 'services/session'],
  masquerade_grant: ['features/masquerade'],
  sign_on_identity: ['features/single-sign-on'],
  sign_on_assertion: ['features/single-sign-on'],
  password_history: ['features/password'],
  password_check: ['features/password'],
  password_link: ['features/password'],
  password_link_attempt: ['features/password'],
  saved_view: ['features/saved-views'],
  report_schedule: ['features/report-schedules'],
  enquiry: ['features/content'],
  mail: ['services/mail'],
  requested_mail: ['services/mail'],
  daily_run: ['platform'],
  work_due: ['platform'],
  skipped_person: ['features/profile'],
  person_details: ['services/people'],
  employment_fact: ['features/employees'],
  employee: ['services/people'],
  employee_count: ['services/people'],
  employee_block: ['services/people'],
  employee_delta: ['services/people'],
  family_member: ['features/family'],
  notice_sent: ['features/benefit-mails'],
  life_event: ['features/life-events'],
  life_event_evidence: ['features/life-events'],
  upload: ['features/data-uploads'],
  upload_row: ['features/data-uploads'],
  upload_fault: ['features/data-uploads'],
  upload_person: ['features/data-uploads'],
  upload_difference: ['features/data-uploads'],
  upload_recalculation: ['features/data-uploads'],
  benefit_terms_acceptance: ['features/selections', 'services/my-benefits'],
  medical_answer: ['features/medical'],
  take_up: ['features/take-up'],
  take_up_count: ['features/take-up'],
  selection: ['services/my-benefits'],
  selection_version: ['services/my-benefits'],
  approval_decision: ['features/approvals'],
  deduction: ['services/payroll'],
  leaver_notice: ['features/leavers'],
  leaver_balance: ['features/leavers', 'services/recalculation'],
  pension_assessment: ['features/pension-enrolment'],
  payroll_run: ['features/payroll'],
  payroll_line: ['features/payroll'],
  report_run: ['services/reports'],
  voucher_account: ['features/vouchers'],
  statement_row: ['features/total-benefits'],
  audit_head: ['services/audit'],
  audit_event: ['services/audit'],
  idempotency_key: ['server'],
}

const writing = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"]([a-z_]+)/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into)\s+([a-z_]+)/gi,
  /\bdeleteFrom:\s*'([a-z_]+)/g,
  /\bupdate\s+([a-z_]+)\s+(?:as\s+\w+\s+)?set\b/gi,
]

/** Finds writes to a table by an area that does not own the table, and writes outside a `.queries.ts` file. */
export function strayWrites(sources: readonly Source[], knownTables: ReadonlySet<string>): string[] {
  return sources
    .filter(({ path }) => /^(services|features|server)\//.test(path))
    .flatMap((source) =>
      tablesWritten(source.text)
        .filter((table) => knownTables.has(table))
        .flatMap((table) => {
          const owners = writers[table]
          if (!owners)
            return [
              `${source.path} writes ${table}, which has no owner: name one in tests/house-rules/writers.rules.ts`,
            ]
          if (!owners.some((owner) => source.path.startsWith(`${owner}/`))) {
            return [
              `${source.path} writes ${table}, which ${owners.join(' and ')} own: call a function of its .queries.ts`,
            ]
          }
          const isQueries = source.path.endsWith('.queries.ts') || owners.includes('server')
          return isQueries ? [] : [`${source.path} writes ${table}: writes stand in .queries.ts files`]
        }),
    )
}

/** Tables from which the employee list is built. Functions in `notShown` write only columns that the list lacks. */
const sourcesOfList = new Set(['account', 'person_details', 'employment_fact'])
const notShown = new Set(['closeAccounts', 'replaceEncryptedSeed', 'importOwnDetails', 'saveAvatar', 'saveContact'])
/** Steps of an upload. writeUpload refreshes the list after them. */
const refreshedByCaller = new Set(['writeDetails', 'recordJoiners', 'inviteJoiners'])

export function unrefreshedWrites(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => /^(services|features)\//.test(path))
    .flatMap(({ path, text }) =>
      text.split(/^(?=(?:export )?(?:async )?function )/m).flatMap((code) => {
        const [, name = ''] = /function (\w+)/.exec(code) ?? []
        const isDone =
          notShown.has(name) || refreshedByCaller.has(name) || /\brefresh(?:Employees|ListOfFacts)\(/.test(code)
        return tablesWritten(code)
          .filter((table) => sourcesOfList.has(table) && !isDone)
          .map((table) => `${name} in ${path} writes ${table} without refreshEmployees (decision 56)`)
      }),
    )
}

function tablesWritten(text: string): string[] {
  return [...new Set(writing.flatMap((pattern) => [...text.matchAll(pattern)].map(([, table = '']) => table)))]
}
