import type { ColumnType, Generated } from 'kysely'
import type { IsoDate } from '../contract/dates.ts'
import type { BenefitId, ClientId, PersonId, SchemeYearId, SelectionId } from '../contract/ids.ts'

// Rows as PostgreSQL answers them: dates as yyyy-mm-dd, moments as ISO text in UTC, bigint as BigInt, jsonb parsed.
type Moment = ColumnType<string, string | Date | undefined, string | Date>
type NullableMoment = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
/** jsonb goes in as JSON text: node-postgres would write a JavaScript array as a PostgreSQL array. */
type Json<T> = ColumnType<T, string, string>
type DefaultJson<T> = ColumnType<T, string | undefined, string>

export interface Database {
  client_address: { name: string; client_id: ClientId }
  client: {
    client_id: ClientId
    code: string
    name: string
    theme: DefaultJson<{
      brand?: string
      primaryColour?: string
      secondaryColour?: string
      baseFont?: string
      headerFont?: string
      // Names of pictures in the folder.
      logos?: { client?: string; header?: string; mobile?: string }
      avatarSet?: { plain?: string; choices?: { label: string; picture: string }[] }
    }>
    support: DefaultJson<{ phone?: string; email?: string; contactUsEmail?: string }>
    switches: DefaultJson<Record<string, unknown>>
    identity_provider: ColumnType<unknown, string | null | undefined, string | null>
    voucher_application: ColumnType<unknown, string | null | undefined, string | null>
    terms_revision: Generated<number>
    /** Of employees, as the employer decided it; null as the scheme folder says. */
    requires_two_factor: boolean | null
    /** Written by the database, with every change of what the scheme offers. */
    scheme_revision: ColumnType<string, never, never>
    applied_hash: string | null
    applied_at: NullableMoment
    created_at: Moment
  }
  scheme_year: {
    client_id: ClientId
    id: Generated<SchemeYearId>
    year: number
    starts_on: IsoDate
    ends_on: IsoDate
    life_event_kinds: DefaultJson<unknown[]>
    provider_formats: DefaultJson<unknown[]>
  }
  content_page: {
    client_id: ClientId
    kind: string
    position: Generated<number>
    title: string
    content: Generated<string>
    details: DefaultJson<Record<string, unknown>>
    revision: Generated<number>
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
    two_factor_secret: string | null
    activated_at: NullableMoment
    last_login_at: NullableMoment
    created_at: Moment
    devices_since: NullableMoment
  }
  session: {
    client_id: ClientId
    id: Generated<string>
    person_id: PersonId
    started_at: Moment
    last_used_at: Moment
    ended_at: NullableMoment
    ended_because:
      | 'logged-out'
      | 'expired'
      | 'too-many'
      | 'refresh-reused'
      | 'password-changed'
      | 'two-factor-changed'
      | 'ended-by-owner'
      | 'ended-by-operator'
      | null
    came_by: Generated<'password' | 'single-sign-on' | 'masquerade'>
    /** A second factor was seen as well. */
    second_factor: Generated<boolean>
    grant_id: string | null
    user_agent: string | null
    device_hash: Buffer | null
  }
  access_token: { client_id: ClientId; hash: Buffer; session_id: string; expires_at: Moment }
  refresh_token: {
    client_id: ClientId
    cookie_hash: Buffer
    answer_hash: Buffer
    session_id: string
    parent_hash: Buffer | null
    created_at: Moment
    retired_at: NullableMoment
  }
  login_attempt: {
    client_id: ClientId
    identifier_hash: Buffer
    lane: string
    failures: number
    locked_until: NullableMoment
    changed_at: Moment
  }
  robot_proof: {
    client_id: ClientId
    proof_hash: Buffer
    used_at: Moment
  }
  sign_in_try: {
    client_id: ClientId
    source: Buffer
    identifier_hash: Buffer
    tried_at: Moment
  }
  sprayed_source: {
    client_id: ClientId
    source: Buffer
    since: Moment
  }
  unproven_guess: {
    client_id: ClientId
    counted: Buffer
    guesses: number
    since: Moment
  }
  login_challenge: {
    client_id: ClientId
    cookie_hash: Buffer
    ticket_hash: Buffer
    person_id: PersonId
    codes: Generated<number>
    came_by: Generated<'password' | 'single-sign-on'>
    pending_seed: string | null
    pending_until: NullableMoment
    first_step: number | null
    expires_at: Moment
  }
  two_factor_setup: {
    client_id: ClientId
    session_id: string
    person_id: PersonId
    seed: string
    first_step: number | null
    expires_at: Moment
  }
  two_factor_code: { client_id: ClientId; person_id: PersonId; step: number }
  two_factor_try: { client_id: ClientId; person_id: PersonId; tried_at: ColumnType<string[], never, never> }
  recovery_code: { client_id: ClientId; person_id: PersonId; hash: Buffer; made_at: Moment }
  two_factor_disabling: {
    client_id: ClientId
    id: Generated<string>
    person_id: PersonId
    reason: string
    disabled_at: Moment
  }
  sign_on_identity: {
    client_id: ClientId
    provider: string
    subject: string
    person_id: PersonId
    linked_at: Moment
  }
  sign_on_assertion: { client_id: ClientId; provider: string; assertion: string; expires_at: Moment }
  entry_token: {
    client_id: ClientId
    hash: Buffer
    kind: 'sso' | 'msq'
    person_id: PersonId
    cookie_hash: Buffer | null
    grant_id: string | null
    second_factor: Generated<boolean>
    expires_at: Moment
    used_at: NullableMoment
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
    granted_at: Moment
    ended_at: NullableMoment
  }
  enquiry: {
    client_id: ClientId
    id: Generated<string>
    person_id: PersonId
    subject: string
    subject_label: string
    comments: string
    received_at: Moment
  }
  mail: {
    client_id: ClientId
    id: string
    kind: string
    person_id: PersonId | null
    address: string | null
    cause: string
    /** Sealed. */
    data: string | null
    state: Generated<'queued' | 'sent' | 'failed'>
    attempts: Generated<number>
    queued_at: Moment
    due_at: Moment
    ended_at: NullableMoment
    last_error: string | null
  }
  welcome_due: { client_id: ClientId; person_id: PersonId; asked_at: Generated<string> }
  login_count: { client_id: ClientId; day: IsoDate; logins: number }
  notice_given: { client_id: ClientId; person_id: PersonId; about: string; given_on: IsoDate }
  daily_run: { client_id: ClientId; job: string; ran_on: IsoDate }
  password_history: {
    client_id: ClientId
    person_id: PersonId
    id: Generated<string>
    password_hash: string
    replaced_at: Moment
    sequence: Generated<bigint>
  }
  password_check: {
    client_id: ClientId
    person_id: PersonId
    minute: Moment
    checks: number
    comparisons: Generated<number>
    compared_since: Moment | null
  }
  link: {
    client_id: ClientId
    id: Generated<string>
    person_id: PersonId
    kind: 'reset' | 'activation'
    token_hash: Buffer
    key_id: string | null
    made_at: Moment
    expires_at: Moment
    ended_at: NullableMoment
    ended_because: 'used' | 'password-set' | null
    wrong_dates: Generated<number>
    verified_at: NullableMoment
    browser_hash: Buffer | null
    checks_minute: NullableMoment
    checks: Generated<number>
  }
  link_count: {
    client_id: ClientId
    what: 'asked-for' | 'asked-from' | 'wrong-date'
    counted: Buffer
    moments: ColumnType<string[], Date[], Date[]>
    latest: Moment
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
    contact: DefaultJson<Record<string, string>>
  }
  employment_fact: {
    client_id: ClientId
    id: Generated<string>
    person_id: PersonId
    fact: string
    value: string | null
    effective_from: IsoDate
    recorded_at: Moment
    sequence: Generated<bigint>
    source: string
    recorded_by: PersonId | null
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
    last_login_at: NullableMoment
    name_key: string
    number_key: string
    search: string
  }
  employee_count: { client_id: ClientId; people: number; registered: number; two_factor: number }
  employee_block: {
    client_id: ClientId
    name_key: string
    person_id: PersonId
    people: number
    registered: number
    two_factor: number
  }
  employee_delta: {
    client_id: ClientId
    id: Generated<bigint>
    name_key: string
    person_id: PersonId
    people: number
    registered: number
    two_factor: number
  }
  person_revision: {
    client_id: ClientId
    person_id: PersonId
    mark: bigint
  }
  take_up_mark: { client_id: ClientId; person_id: PersonId; mark: Generated<bigint> }
  take_up_person: {
    client_id: ClientId
    person_id: PersonId
    employed: boolean
    age: number
    sex: 'female' | 'male' | null
    service_years: number | null
    past_probation: boolean
    selected: BenefitId[]
    opted_out: BenefitId[]
    ended: BenefitId[]
    changes_on: IsoDate | null
  }
  take_up_head: { client_id: ClientId; scheme_revision: string | null; scheme_year_id: SchemeYearId | null }
  take_up_benefit: {
    client_id: ClientId
    benefit_id: BenefitId
    position: number
    name: string
    category: string
    withdrawn: boolean
    age_from: number | null
    age_to: number | null
    open_in_probation: boolean
    for_holders: boolean
  }
  take_up_count: {
    client_id: ClientId
    benefit_id: BenefitId
    dimension: string
    band: string
    eligible: number
    selected: number
    opted_out: number
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
    version: Generated<number>
    recorded_at: Moment
    ended_on: IsoDate | null
    ended_by: 'death' | 'divorce' | null
    uncovered_from: IsoDate | null
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
    recorded_at: Moment
  }
  life_event_evidence: {
    client_id: ClientId
    id: Generated<string>
    person_id: PersonId
    life_event_id: string
    file_name: string
    media_type: string
    bytes: Buffer
    received_at: Moment
  }
  data_load: {
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
    uploaded_at: Moment
    columns: DefaultJson<string[]>
    rows: Generated<number>
    new_people: number | null
    changed_people: number | null
    leaving_people: number | null
    unchanged_people: number | null
    fault_count: Generated<number>
    warnings: DefaultJson<string[]>
    base_version: string | null
    preview: string | null
    made_anew: Generated<boolean>
    has_difference: Generated<boolean>
    attempts: Generated<number>
    drifts: Generated<number>
    failure: string | null
    worked_at: Moment
    changed_by: PersonId | null
    confirmed_at: NullableMoment
    last_fact: bigint | null
    undone_at: NullableMoment
    taken_back: number | null
    left_alone: number | null
  }
  data_load_row: { client_id: ClientId; load_id: string; line: number; cells: Json<string[]> }
  data_load_fault: {
    client_id: ClientId
    load_id: string
    number: number
    line: number
    column_name: string | null
    value: string | null
    reason: string
  }
  data_load_person: {
    client_id: ClientId
    load_id: string
    line: number
    person_id: PersonId | null
    kind: 'new' | 'changed' | 'leaving'
    name: string
    employee_number: string
    email: string
    fields: DefaultJson<unknown[]>
    details_before: ColumnType<unknown, string | null, string | null>
    details_after: ColumnType<unknown, string | null, string | null>
    left_alone: Generated<boolean>
  }
  data_load_difference: {
    client_id: ClientId
    load_id: string
    position: number
    kind: 'gains' | 'loses' | 'repriced' | 'begins' | 'ends'
    person_id: PersonId | null
    name: string
    employee_number: string | null
    benefit_name: string
    reason: string | null
    cost_before: ColumnType<unknown, string | null, string | null>
    cost_after: ColumnType<unknown, string | null, string | null>
  }
  terms_acceptance: { client_id: ClientId; person_id: PersonId; revision: number; accepted_at: Moment }
  rate_table: {
    client_id: ClientId
    id: Generated<string>
    scheme_year_id: SchemeYearId
    name: string
    content: Json<unknown>
  }
  /** A benefit over all scheme years. */
  benefit_code: { client_id: ClientId; id: Generated<BenefitId>; code: string }
  /** A benefit as one scheme year defines it. */
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
  enrolment_window: {
    client_id: ClientId
    id: Generated<string>
    scheme_year_id: SchemeYearId
    code: string
    cause: 'annual' | 'joiner' | 'anniversary' | 'life-event' | 'any-time' | 'any-month' | 'granted'
    opens_on: IsoDate | null
    closes_on: IsoDate | null
    rules: DefaultJson<Record<string, unknown>>
    person_id: PersonId | null
  }
  benefit_terms_acceptance: {
    client_id: ClientId
    person_id: PersonId
    benefit_id: BenefitId
    term_id: string
    version: number
    accepted_at: Moment
  }
  medical_answer: {
    client_id: ClientId
    id: string
    person_id: PersonId
    benefit_id: BenefitId
    questions: string
    sealed: string
    answered_at: Moment
  }
  selection: {
    client_id: ClientId
    id: Generated<SelectionId>
    person_id: PersonId
    benefit_id: BenefitId
    state: SelectionStateColumn
    version: number
    running_version: number | null
    changed_at: Moment
  }
  selection_version: {
    client_id: ClientId
    selection_id: SelectionId
    version: number
    /** The scheme year whose options, rates and terms it uses. */
    scheme_year_id: SchemeYearId
    state: SelectionStateColumn
    action: string
    choice: Json<Record<string, unknown>>
    people_covered: DefaultJson<unknown[]>
    price: ColumnType<unknown, string | null, never>
    /** Something of the price is agreed once; the database says so. */
    fixed_total: ColumnType<boolean, never, never>
    effective_from: IsoDate | null
    effective_to: IsoDate | null
    replaces: number | null
    actor_id: PersonId | null
    subject_id: PersonId
    reason: string | null
    recorded_at: Moment
  }
  approval_decision: {
    client_id: ClientId
    id: Generated<string>
    selection_id: SelectionId
    selection_version: number
    approved: boolean
    reason: string | null
    decided_by: PersonId
    decided_at: Moment
  }
  payroll: {
    client_id: ClientId
    id: Generated<string>
    /** The newest scheme year whose folder names it. */
    scheme_year_id: SchemeYearId
    code: string
    name: string
    frequency: 'monthly' | 'four-weekly' | 'fortnightly' | 'weekly'
    format: DefaultJson<unknown>
    final_pay: 'next-period' | null
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
    locked_at: Moment
    locked_by: PersonId | null
    line_count: number
    employee_pence: bigint
    employer_pence: bigint
  }
  payroll_line: {
    client_id: ClientId
    period_id: string
    number: number
    person_id: PersonId
    selection_id: SelectionId | null
    change_type: string
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
    tax_relief_pence: bigint
    annual_pence: bigint
    effective_from: IsoDate | null
    effective_to: IsoDate | null
    adjustment_reason: string
    original_period: string
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
    method: string
    employee_pence: bigint
    employer_pence: bigint
    annual_pence: bigint
    effective_from: IsoDate
    effective_to: IsoDate | null
  }
  leaver_notice: { client_id: ClientId; person_id: PersonId; last_day: IsoDate; lines: string; told_on: IsoDate }
  owed_at_leaving: {
    client_id: ClientId
    selection_id: SelectionId
    person_id: PersonId
    last_day: IsoDate
    rule: 'net-pay' | 'owed' | 'transfer' | 'settle' | 'drop'
    pay_code: string
    left_pence: bigint
    most_pence: bigint
    basis: ColumnType<unknown, string | null, string | null>
    taken_pence: bigint | null
    taken_on: IsoDate | null
    /** How much less payroll took than the net-pay lines, by the employer's record. */
    not_taken_pence: Generated<bigint>
  }
  pension_assessment: {
    client_id: ClientId
    person_id: PersonId
    from_day: IsoDate
    to_day: IsoDate
    benefit_id: BenefitId
    period_from: IsoDate
    period_to: IsoDate
    frequency: 'weekly' | 'fortnightly' | 'four-weekly' | 'monthly'
    category: 'eligible' | 'non-eligible' | 'entitled' | 'outside'
    age: number
    earnings_pence: bigint | null
    trigger_pence: bigint
    lower_pence: bigint
    outcome: string
    postponed_to: IsoDate | null
    letter: string | null
    informed_on: IsoDate | null
    assessed_on: IsoDate
    facts_known: bigint
    date_of_birth: IsoDate
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
    layout: ColumnType<unknown, string | null | undefined, never>
    created_at: Moment
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
  scheme_file: { client_id: ClientId; year: number; name: string; content: string }
  client_picture: { client_id: ClientId; name: string; hash: string; media_type: string; bytes: Buffer }
  voucher_account: { client_id: ClientId; person_id: PersonId; balance_pence: bigint; last_payment_on: IsoDate | null }
  audit_head: { client_id: ClientId; sequence: bigint; hash: Buffer }
  audit_event: {
    client_id: ClientId
    sequence: bigint
    entry: string
    previous_hash: Buffer
    hash: Buffer
    action: string
  }
  idempotency_key: {
    client_id: ClientId
    person_id: PersonId
    key: string
    request_hash: Buffer
    status: number | null
    body: string | null
    created_at: Moment
  }
}

type SelectionStateColumn =
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
