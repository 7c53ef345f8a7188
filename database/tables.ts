// Written by "npm run schema" from the schema and database/column-types.ts.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { IsoDate } from '../contract/dates.ts'
import type { BenefitId, ClientId, PersonId, SchemeYearId, SelectionId } from '../contract/ids.ts'
import type { ColumnTypes } from './column-types.ts'

// Rows as PostgreSQL returns them: dates as yyyy-mm-dd, timestamps as ISO text in UTC, bigint as BigInt, jsonb parsed.
type Moment = ColumnType<string, string | Date, string | Date>
type GeneratedMoment = ColumnType<string, string | Date | undefined, string | Date>
type Moments = ColumnType<string[], Date[], Date[]>
/** jsonb is written as JSON text: node-postgres would write a JavaScript array as a PostgreSQL array. */
type Json<T> = ColumnType<T, string, string>
type GeneratedJson<T> = ColumnType<T, string | undefined, string>

export interface Database {
  access_token: {
    client_id: ClientId
    hash: Buffer
    session_id: string
    expires_at: Moment
  }
  account: {
    client_id: ClientId
    person_id: Generated<PersonId>
    email: string
    user_type: 'employee' | 'employer'
    state: Generated<'invited' | 'active' | 'disabled'>
    password_hash: string | null
    insights_enabled: Generated<boolean>
    first_login: Generated<boolean>
    wants_reminders: Generated<boolean>
    two_factor_secret: string | null
    activated_at: Moment | null
    last_login_at: Moment | null
    created_at: GeneratedMoment
    known_devices_since: Moment | null
  }
  approval_decision: {
    client_id: ClientId
    id: Generated<string>
    selection_id: SelectionId
    selection_version: number
    approved: boolean
    reason: string | null
    decided_by: PersonId
    decided_at: GeneratedMoment
  }
  attempt_without_captcha: {
    client_id: ClientId
    key_hash: Buffer
    attempts: number
    since: Moment
  }
  audit_event: {
    client_id: ClientId
    sequence: bigint
    entry: string
    previous_hash: Buffer
    hash: Buffer
    action: string
  }
  audit_head: {
    client_id: ClientId
    sequence: bigint
    hash: Buffer
  }
  benefit: {
    client_id: ClientId
    id: BenefitId
    scheme_year_id: SchemeYearId
    code: string
    position: Generated<number>
    name: string
    category: string
    group_code: string | null
    provider_name: string | null
    needs_approval: boolean
    definition: Json<unknown>
    withdrawn: Generated<boolean>
  }
  benefit_code: {
    client_id: ClientId
    id: Generated<BenefitId>
    code: string
  }
  benefit_terms_acceptance: {
    client_id: ClientId
    person_id: PersonId
    benefit_id: BenefitId
    term_id: string
    version: number
    accepted_at: GeneratedMoment
  }
  captcha_solution: {
    client_id: ClientId
    solution_hash: Buffer
    used_at: Moment
  }
  client: {
    client_id: ClientId
    code: string
    name: string
    theme: GeneratedJson<ColumnTypes['client.theme']>
    support: GeneratedJson<ColumnTypes['client.support']>
    switches: GeneratedJson<ColumnTypes['client.switches']>
    identity_provider: Json<unknown> | null
    voucher_application: Json<unknown> | null
    terms_revision: Generated<number>
    requires_two_factor: boolean | null
    scheme_revision: Generated<string>
    created_at: GeneratedMoment
  }
  client_address: {
    name: string
    client_id: ClientId
  }
  client_picture: {
    client_id: ClientId
    name: string
    hash: string
    media_type: ColumnTypes['client_picture.media_type']
    bytes: Buffer
  }
  content_page: {
    client_id: ClientId
    kind: string
    position: Generated<number>
    title: string
    content: Generated<string>
    details: GeneratedJson<ColumnTypes['content_page.details']>
    revision: Generated<number>
  }
  daily_run: {
    client_id: ClientId
    job: string
    ran_on: IsoDate
    unfinished_on: IsoDate | null
    done_up_to: string | null
  }
  deduction: {
    client_id: ClientId
    id: Generated<string>
    period_id: string
    original_period_id: string | null
    person_id: PersonId
    selection_id: SelectionId
    selection_version: number
    pay_code: string
    method:
      | 'taxable-pay'
      | 'sacrifice'
      | 'sacrifice-opra'
      | 'net-pay'
      | 'relief-at-source'
      | 'net-deduction'
      | 'benefit-in-kind'
      | 'employer-only'
    employee_pence: bigint
    employer_pence: bigint
    annual_pence: bigint
    effective_from: IsoDate
    effective_to: IsoDate | null
  }
  employee: {
    client_id: ClientId
    person_id: PersonId
    first_name: string
    surname: string
    email: string
    employee_number: string | null
    registered: boolean
    two_factor: boolean
    last_login_at: Moment | null
    employed_until: IsoDate | null
    name_key: string
    number_key: string
    search: string
  }
  employee_block: {
    client_id: ClientId
    name_key: string
    person_id: PersonId
    people: number
    registered: number
    two_factor: number
  }
  employee_count: {
    client_id: ClientId
    people: number
    registered: number
    two_factor: number
  }
  employee_delta: {
    client_id: ClientId
    id: Generated<string>
    name_key: string
    person_id: PersonId
    people: number
    registered: number
    two_factor: number
  }
  employment_fact: {
    client_id: ClientId
    id: Generated<string>
    person_id: PersonId
    fact:
      | 'employee-number'
      | 'payroll-id'
      | 'payroll'
      | 'status'
      | 'start-date'
      | 'end-date'
      | 'probation-end'
      | 'basic-salary'
      | 'benefit-salary'
      | 'pensionable-salary'
      | 'hours-per-week'
      | 'full-time-equivalent'
      | 'cost-centre'
      | 'location'
      | 'tax-country'
      | 'ni-category'
      | 'job-title'
      | 'student-loans'
      | 'apprentice-since'
      | 'leaving-reason'
      | 'bought-days-taken'
      | 'other-relevant-earnings'
      | 'voucher-member-since'
      | 'childcare-account-notice'
      | 'money-purchase-allowance-since'
      | 'pension-opt-out-notice'
    value: string | null
    effective_from: IsoDate
    recorded_at: GeneratedMoment
    sequence: Generated<bigint>
    source: string
    recorded_by: PersonId | null
  }
  enquiry: {
    client_id: ClientId
    id: Generated<string>
    person_id: PersonId
    subject: string
    subject_label: string
    comments: string
    received_at: GeneratedMoment
  }
  enrolment_window: {
    client_id: ClientId
    id: Generated<string>
    scheme_year_id: SchemeYearId
    code: string
    cause: 'annual' | 'joiner' | 'anniversary' | 'life-event' | 'any-time' | 'any-month' | 'granted'
    opens_on: IsoDate | null
    closes_on: IsoDate | null
    rules: GeneratedJson<ColumnTypes['enrolment_window.rules']>
    person_id: PersonId | null
  }
  entry_token: {
    client_id: ClientId
    hash: Buffer
    kind: 'sso' | 'msq'
    person_id: PersonId
    cookie_hash: Buffer | null
    masquerade_grant_id: string | null
    second_factor: Generated<boolean>
    provider_name_hash: Buffer | null
    provider_session_hash: Buffer | null
    expires_at: Moment
    used_at: Moment | null
  }
  failed_attempt: {
    client_id: ClientId
    identifier_hash: Buffer
    lane: string
    failures: number
    locked_until: Moment | null
    changed_at: GeneratedMoment
  }
  family_member: {
    client_id: ClientId
    id: Generated<string>
    person_id: PersonId
    relationship_type: number
    title: string | null
    first_name: string
    surname: string
    date_of_birth: IsoDate
    sex: 'female' | 'male' | null
    active: Generated<boolean>
    full_time_education_ends: IsoDate | null
    registered_disabled: Generated<boolean>
    disability_confirmed_until: IsoDate | null
    recorded_at: GeneratedMoment
    version: Generated<number>
    ended_on: IsoDate | null
    ended_by: 'death' | 'divorce' | null
    uncovered_from: IsoDate | null
  }
  idempotency_key: {
    client_id: ClientId
    person_id: PersonId
    key: string
    request_hash: Buffer
    status: number | null
    body: string | null
    created_at: GeneratedMoment
  }
  leaver_balance: {
    client_id: ClientId
    selection_id: SelectionId
    person_id: PersonId
    last_day: IsoDate
    rule: 'net-pay' | 'owed' | 'transfer' | 'settle' | 'drop'
    pay_code: string
    balance_pence: bigint
    deductible_pence: bigint
    basis: Json<unknown> | null
    deducted_pence: bigint | null
    deducted_on: IsoDate | null
    not_deducted_pence: Generated<bigint>
  }
  leaver_notice: {
    client_id: ClientId
    person_id: PersonId
    last_day: IsoDate
    lines: string
    sent_on: IsoDate
  }
  life_event: {
    client_id: ClientId
    id: Generated<string>
    person_id: PersonId
    scheme_year_id: SchemeYearId
    kind: string
    kind_name: string
    event_date: IsoDate
    family_member_id: string | null
    evidence: 'not-needed' | 'requested' | 'received' | 'accepted' | 'declined'
    opens_on: IsoDate | null
    closes_on: IsoDate | null
    decided_by: string | null
    decision_reason: string | null
    decided_on: IsoDate | null
    recorded_at: GeneratedMoment
  }
  life_event_evidence: {
    client_id: ClientId
    id: Generated<string>
    person_id: PersonId
    life_event_id: string
    file_name: string
    media_type: string
    bytes: Buffer
    received_at: GeneratedMoment
  }
  login_challenge: {
    client_id: ClientId
    cookie_hash: Buffer
    ticket_hash: Buffer
    person_id: PersonId
    sign_in_method: Generated<'password' | 'single-sign-on'>
    code_attempts: Generated<number>
    pending_seed: string | null
    pending_until: Moment | null
    first_step: number | null
    provider_name_hash: Buffer | null
    provider_session_hash: Buffer | null
    expires_at: Moment
  }
  login_count: {
    client_id: ClientId
    day: IsoDate
    logins: number
  }
  mail: {
    client_id: ClientId
    id: string
    kind: string
    person_id: PersonId | null
    address: string | null
    cause: string
    data: string | null
    state: Generated<'queued' | 'sent' | 'failed'>
    attempts: Generated<number>
    queued_at: GeneratedMoment
    due_at: GeneratedMoment
    ended_at: Moment | null
    last_error: string | null
  }
  masquerade_grant: {
    client_id: ClientId
    id: Generated<string>
    granted_by: 'operator' | 'employer'
    actor: string
    actor_person_id: PersonId | null
    actor_session_id: string | null
    person_id: PersonId
    scheme_year_id: SchemeYearId
    scheme_year: number
    reason: string | null
    granted_at: GeneratedMoment
    ended_at: Moment | null
  }
  medical_answer: {
    client_id: ClientId
    id: string
    person_id: PersonId
    benefit_id: BenefitId
    questions_hash: string
    sealed: string
    answered_at: GeneratedMoment
  }
  notice_sent: {
    client_id: ClientId
    person_id: PersonId
    about: string
    sent_on: IsoDate
  }
  password_check: {
    client_id: ClientId
    person_id: PersonId
    minute: Moment
    checks: number
    comparisons: Generated<number>
    compared_since: Moment | null
  }
  password_history: {
    client_id: ClientId
    person_id: PersonId
    id: Generated<string>
    password_hash: string
    replaced_at: GeneratedMoment
    sequence: GeneratedAlways<bigint>
  }
  password_link: {
    client_id: ClientId
    id: Generated<string>
    person_id: PersonId
    kind: 'reset' | 'activation'
    token_hash: Buffer
    key_id: string | null
    created_at: GeneratedMoment
    expires_at: Moment
    ended_at: Moment | null
    end_reason: 'used' | 'password-set' | 'address-changed' | null
    wrong_birth_dates: Generated<number>
    verified_at: Moment | null
    browser_hash: Buffer | null
    checks_minute: Moment | null
    checks: Generated<number>
  }
  password_link_attempt: {
    client_id: ClientId
    kind: 'asked-for' | 'asked-from' | 'wrong-date'
    key_hash: Buffer
    attempted_at: Moments
    last_attempt_at: Moment
  }
  payroll: {
    client_id: ClientId
    id: Generated<string>
    scheme_year_id: SchemeYearId
    code: string
    name: string
    frequency: 'monthly' | 'four-weekly' | 'fortnightly' | 'weekly'
    format: GeneratedJson<unknown>
    final_pay: 'next-period' | null
  }
  payroll_line: {
    client_id: ClientId
    period_id: string
    number: number
    person_id: PersonId
    selection_id: SelectionId | null
    change_type: 'New' | 'Continue' | 'Update' | 'Closing' | 'Closed' | 'Cancelled' | 'Leaver' | 'Paused' | 'Adjustment'
    employee_pence: bigint
    employer_pence: bigint
    payroll_id: string
    period_label: string
    employee_number: string
    ni_number: string
    name: string
    first_name: string
    surname: string
    benefit: string
    pay_code: string
    method: string
    annual_pence: bigint
    effective_from: IsoDate | null
    effective_to: IsoDate | null
    adjustment_reason: string
    original_period: string
    tax_relief_pence: Generated<bigint>
    cost_centre: Generated<string>
    location: Generated<string>
  }
  payroll_period: {
    client_id: ClientId
    id: Generated<string>
    payroll_id: string
    year: number
    number: number
    label: string
    starts_on: IsoDate
    ends_on: IsoDate
    cut_off_on: IsoDate
    pay_on: IsoDate
  }
  payroll_run: {
    client_id: ClientId
    period_id: string
    locked_at: GeneratedMoment
    locked_by: PersonId | null
    line_count: number
    employee_pence: bigint
    employer_pence: bigint
    spend: GeneratedJson<unknown>
  }
  pension_assessment: {
    client_id: ClientId
    person_id: PersonId
    from_day: IsoDate
    to_day: IsoDate
    benefit_id: BenefitId
    period_from: IsoDate
    period_to: IsoDate
    frequency: Database['payroll']['frequency']
    category: 'eligible' | 'non-eligible' | 'entitled' | 'outside'
    age: number
    earnings_pence: bigint | null
    trigger_pence: bigint
    lower_pence: bigint
    outcome:
      | 'enrolled'
      | 're-enrolled'
      | 'opted-in'
      | 'joined'
      | 'member'
      | 'postponed'
      | 'may-opt-in'
      | 'may-join'
      | 'outside'
      | 'opted-out'
      | 'left'
      | 'recently-left'
      | 'leaving'
      | 'before-portal'
      | 'no-price'
    postponed_to: IsoDate | null
    letter: 'enrolled' | 're-enrolled' | 'opted-in' | 'postponed' | 'right-to-opt-in' | 'right-to-join' | null
    informed_on: IsoDate | null
    assessed_on: IsoDate
    last_fact_sequence: bigint
    date_of_birth: IsoDate
  }
  person_details: {
    client_id: ClientId
    person_id: PersonId
    title: string | null
    first_name: string
    surname: string
    date_of_birth: IsoDate
    sex: 'female' | 'male' | null
    national_insurance_number: string | null
    avatar: string | null
    contact: GeneratedJson<ColumnTypes['person_details.contact']>
  }
  rate_table: {
    client_id: ClientId
    id: Generated<string>
    scheme_year_id: SchemeYearId
    name: string
    content: Json<unknown>
  }
  recovery_code: {
    client_id: ClientId
    person_id: PersonId
    hash: Buffer
    created_at: GeneratedMoment
  }
  refresh_token: {
    client_id: ClientId
    cookie_hash: Buffer
    response_hash: Buffer
    session_id: string
    parent_hash: Buffer | null
    created_at: GeneratedMoment
    retired_at: Moment | null
  }
  report_run: {
    client_id: ClientId
    id: Generated<string>
    type: 'payroll' | 'provider'
    year: number
    month: number
    label: string
    provider_name: string | null
    period_id: string | null
    file_name: string
    media_type: string
    bytes: Buffer
    encoding: 'gzip' | null
    layout: Json<unknown> | null
    created_at: GeneratedMoment
  }
  report_schedule: {
    client_id: ClientId
    person_id: PersonId
    id: Generated<string>
    report: 'payroll' | 'provider' | 'life-events'
    query: string
    rhythm: 'weekly' | 'monthly' | 'payroll-lock'
    day: number | null
    next_on: IsoDate | null
    paused: Generated<boolean>
    created_at: GeneratedMoment
    runs_seen: number
  }
  requested_mail: {
    client_id: ClientId
    kind: 'welcome' | 'reminder'
    person_id: PersonId
    requested_at: GeneratedMoment
  }
  saved_view: {
    client_id: ClientId
    person_id: PersonId
    id: Generated<string>
    screen: 'employee-data' | 'approvals' | 'take-up-people'
    name: string
    query: string
  }
  scheme_file: {
    client_id: ClientId
    year: number
    name: string
    content: string
  }
  scheme_year: {
    client_id: ClientId
    id: Generated<SchemeYearId>
    year: number
    starts_on: IsoDate
    ends_on: IsoDate
    life_event_kinds: GeneratedJson<ColumnTypes['scheme_year.life_event_kinds']>
    provider_formats: GeneratedJson<ColumnTypes['scheme_year.provider_formats']>
  }
  selection: {
    client_id: ClientId
    id: Generated<SelectionId>
    person_id: PersonId
    benefit_id: BenefitId
    state:
      | 'none'
      | 'draft'
      | 'pending'
      | 'active'
      | 'pending-change'
      | 'pended'
      | 'rejected'
      | 'opted-out'
      | 'withdrawn'
      | 'ended'
    version: number
    version_in_force: number | null
    changed_at: GeneratedMoment
  }
  selection_version: {
    client_id: ClientId
    selection_id: SelectionId
    version: number
    scheme_year_id: SchemeYearId
    state: Database['selection']['state']
    action: string
    choice: Json<ColumnTypes['selection_version.choice']>
    people_covered: GeneratedJson<ColumnTypes['selection_version.people_covered']>
    price: Json<unknown> | null
    fixed_total: GeneratedAlways<boolean>
    effective_from: IsoDate | null
    effective_to: IsoDate | null
    replaces: number | null
    actor_id: PersonId | null
    subject_id: PersonId
    reason: string | null
    draft_step: string | null
    recorded_at: GeneratedMoment
  }
  session: {
    client_id: ClientId
    id: Generated<string>
    person_id: PersonId
    started_at: GeneratedMoment
    last_used_at: GeneratedMoment
    ended_at: Moment | null
    end_reason: ColumnTypes['session.end_reason'] | null
    sign_in_method: Generated<'password' | 'single-sign-on' | 'masquerade'>
    second_factor: Generated<boolean>
    user_agent: string | null
    device_hash: Buffer | null
    masquerade_grant_id: string | null
    provider_name_hash: Buffer | null
    provider_session_hash: Buffer | null
  }
  sign_in_attempt: {
    client_id: ClientId
    source: Buffer
    identifier_hash: Buffer
    attempted_at: Moment
  }
  sign_on_assertion: {
    client_id: ClientId
    provider: string
    assertion: string
    expires_at: Moment
  }
  sign_on_identity: {
    client_id: ClientId
    provider: string
    subject: string
    person_id: PersonId
    linked_at: GeneratedMoment
  }
  skipped_person: {
    client_id: ClientId
    job: string
    person_id: PersonId
    last_ran: IsoDate | null
    skipped_on: IsoDate
  }
  spraying_source: {
    client_id: ClientId
    source: Buffer
    since: Moment
  }
  statement_row: {
    client_id: ClientId
    person_id: PersonId
    benefit_group: string
    year: number
    month: number
    employee_pence: bigint
    employer_pence: bigint
  }
  take_up: {
    client_id: ClientId
    calculated_at: Moment
    scheme_year_id: SchemeYearId | null
    audit_sequence: bigint
  }
  take_up_count: {
    client_id: ClientId
    dimension: string
    band: string
    benefit_id: BenefitId
    eligible: number
    selected: number
    opted_out: number
  }
  terms_acceptance: {
    client_id: ClientId
    person_id: PersonId
    revision: number
    accepted_at: GeneratedMoment
  }
  two_factor_attempt: {
    client_id: ClientId
    person_id: PersonId
    attempted_at: Moments
  }
  two_factor_code: {
    client_id: ClientId
    person_id: PersonId
    step: number
  }
  two_factor_disabling: {
    client_id: ClientId
    id: Generated<string>
    person_id: PersonId
    reason: string
    disabled_at: GeneratedMoment
  }
  two_factor_setup: {
    client_id: ClientId
    session_id: string
    person_id: PersonId
    seed: string
    first_step: number | null
    expires_at: Moment
  }
  unfinished_application: {
    client_id: ClientId
    began_at: Moment
    folder_hash: string
    change: Json<unknown>
    has_people: boolean
    is_recalculated: Generated<boolean>
    done_up_to: string | null
  }
  upload: {
    client_id: ClientId
    id: Generated<string>
    file_name: string
    file_hash: Buffer
    status:
      | 'uploading'
      | 'checking'
      | 'refused'
      | 'ready'
      | 'committing'
      | 'confirmed'
      | 'cancelled'
      | 'undoing'
      | 'undone'
      | 'failed'
    uploaded_by: PersonId
    uploaded_at: GeneratedMoment
    columns: GeneratedJson<ColumnTypes['upload.columns']>
    rows: Generated<number>
    new_people: number | null
    changed_people: number | null
    leaving_people: number | null
    unchanged_people: number | null
    fault_count: Generated<number>
    how_read: GeneratedJson<ColumnTypes['upload.how_read']>
    warnings: GeneratedJson<ColumnTypes['upload.warnings']>
    concerns: GeneratedJson<ColumnTypes['upload.concerns']>
    base_version: string | null
    preview: string | null
    checked_at: Moment | null
    preview_repeated: Generated<boolean>
    has_difference: Generated<boolean>
    attempts: Generated<number>
    rechecks: Generated<number>
    failure: string | null
    work_began_at: Moment | null
    work_done: Generated<number>
    work_total: number | null
    last_active_at: GeneratedMoment
    changed_by: PersonId | null
    confirmed_at: Moment | null
    last_fact_sequence: bigint | null
    undone_at: Moment | null
    undone_people: number | null
    kept_people: number | null
  }
  upload_difference: {
    client_id: ClientId
    upload_id: string
    position: number
    kind: 'gains' | 'loses' | 'repriced' | 'begins' | 'ends'
    person_id: PersonId | null
    name: string
    employee_number: string | null
    benefit_name: string
    reason: string | null
    cost_before: Json<unknown> | null
    cost_after: Json<unknown> | null
  }
  upload_fault: {
    client_id: ClientId
    upload_id: string
    number: number
    line: number
    column_name: string | null
    value: string | null
    reason: string
  }
  upload_person: {
    client_id: ClientId
    upload_id: string
    line: number
    person_id: PersonId
    kind: 'new' | 'changed' | 'leaving'
    name: string
    employee_number: string
    email: string
    email_before: string | null
    fields: GeneratedJson<ColumnTypes['upload_person.fields']>
    details_before: Json<unknown> | null
    details_after: Json<unknown> | null
    facts: Json<ColumnTypes['upload_person.facts']> | null
    kept_at_undo: Generated<boolean>
  }
  upload_recalculation: {
    client_id: ClientId
    upload_id: string
    person_id: PersonId
    inputs: string
    selections: string
  }
  upload_row: {
    client_id: ClientId
    upload_id: string
    line: number
    cells: Json<ColumnTypes['upload_row.cells']>
  }
  voucher_account: {
    client_id: ClientId
    person_id: PersonId
    balance_pence: bigint
    last_payment_on: IsoDate | null
  }
  work_due: {
    client_id: ClientId
    kind: 'mail' | 'welcome' | 'reminder' | 'upload'
    id: string
    due_at: Moment
  }
}
