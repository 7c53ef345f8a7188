/** Tables that exports leave out, and why. A test compares the schema with this list. */
export const excludedTables: Readonly<Record<string, string>> = {
  // Secrets, and rows that are only useful with them. A copied folder must not give access.
  access_token: 'a secret, hashed',
  refresh_token: 'a secret, hashed',
  entry_token: 'a secret, hashed',
  password_link: 'a secret, hashed: whoever has not activated their account is invited anew',
  recovery_code: 'a secret, hashed: second factors are set up anew',
  password_history: 'former passwords, hashed',
  two_factor_setup: 'a secret on its way',
  two_factor_code: 'codes that were used, of secrets that stay',
  session: 'browsers that are signed in here',
  login_challenge: 'a login under way',
  sign_on_identity: 'an identity that a provider has vouched for here: it does so again at the next login',
  sign_on_assertion: 'an answer of a provider that was used here',
  masquerade_grant: 'a view of an operator or employer, bound to a session here',
  // Protection of this installation against attacks.
  failed_attempt: 'counts of wrong passwords here',
  sign_in_attempt: 'counts of tries here',
  spraying_source: 'addresses that were noticed here',
  attempt_without_captcha: 'counts of guesses here',
  two_factor_attempt: 'counts of wrong codes here',
  password_link_attempt: 'counts of links asked for here',
  login_count: 'counts of logins here; another installation counts its own',
  password_check: 'counts of checks here',
  captcha_solution: 'proofs that were used here',
  idempotency_key: 'answers kept for a call that is sent again here',
  // Activity of this installation. The audit chain can only be verified where it was made.
  audit_event: 'the record of this installation, chained by hashes: a copy of it would prove nothing elsewhere',
  audit_head: 'the end of that chain',
  work_due: 'notes about mails, welcome emails and uploads of this installation',
  welcome_due: 'letters about to be queued here, with links of this installation',
  mail: 'letters queued or sent from here, with their links',
  two_factor_disabling: 'why somebody switched a second factor off that does not come along',
  enquiry: 'letters to the administrators, sent by mail when they were written; free text, which nobody else may need',
  medical_answer: 'answers about somebody’s health, sealed by this installation: the portal asks for them again',
  life_event_evidence: 'documents of somebody’s life, removed once they are decided by: they are asked for again',
  upload: 'uploads that were made here: what came of them goes with people and their facts',
  upload_row: 'rows of uploads that have not ended here',
  upload_fault: 'what was wrong with uploads here',
  upload_person: 'whom uploads concerned here, to take them back here',
  upload_difference: 'what uploads here were going to change',
  skipped_person:
    'whom a daily job could not process here; it goes on there from the day on which it last ran for the others',
  unfinished_application: 'an application that is unfinished: a client that has one is not exported',
  upload_recalculation: 'what checks of uploads here have calculated, for their confirmation',
  // Derived from exported data.
  employee: 'a list that follows from accounts, details and facts',
  employee_block: 'counts of that list',
  employee_count: 'counts of that list',
  employee_delta: 'counts of that list',
  take_up: 'when take-up was calculated here',
  take_up_count: 'counts of take-up, which follow from people, facts and selections',
  leaver_notice: 'what leavers were told, which they are told anew',
  pension_assessment: 'assessments made here, which the employer keeps as a report; memberships go with selections',
  benefit_code: 'the ids of benefits, which go as ids of the folder',
}

/** Columns left out of exported tables. */
export const excludedColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account: {
    password_hash: 'a secret: people set a new password by a link',
    two_factor_secret: 'a secret: a second factor is set up anew',
    known_devices_since: 'of browsers that are known here',
  },
  client: {
    scheme_revision: 'written by each database itself',
  },
  daily_run: {
    unfinished_on: 'a job that was interrupted here; it begins anew',
    done_up_to: 'a job that was interrupted here; it begins anew',
  },
  report_run: { encoding: 'how the bytes are kept here: a folder has the file itself' },
  selection_version: {
    fixed_total: 'worked out from the price by each database itself',
    scheme_year_id: 'the year of the folder, which holds one',
    draft_step: 'the step at which a draft was left; it resumes at the first',
  },
  employment_fact: { sequence: 'the order in which facts were recorded here: a file has it by its lines' },
  life_event: { scheme_year_id: 'the year of the folder, which holds one' },
  selection: { changed_at: 'the moment of the last version' },
}
