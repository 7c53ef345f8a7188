
create table selection (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  benefit_id uuid not null,
  -- 'none': the only draft was discarded, so nothing was ever chosen.
  state text not null check (state in (
    'none', 'draft', 'pending', 'active', 'pending-change', 'pended', 'rejected', 'opted-out', 'withdrawn', 'ended'
  )),
  -- Newest version. A change based on an older version is refused.
  version integer not null,
  -- The version in force, while a newer one is a draft or awaits a decision.
  version_in_force integer,
  changed_at timestamptz not null default app.now(),
  primary key (client_id, id),
  unique (client_id, person_id, benefit_id),
  foreign key (client_id, person_id) references person_details (client_id, person_id),
  foreign key (client_id, benefit_id) references benefit_code (client_id, id)
);
comment on table selection is
  'A person''s membership of a benefit over all scheme years: its state and versions. Written with each version. Kept.';
create index selection_by_state on selection (client_id, state, benefit_id);
call app.fence('selection');
grant select, insert, update on selection to portal_app;

create table selection_version (
  client_id uuid not null,
  selection_id uuid not null,
  version integer not null,
  scheme_year_id uuid not null,
  state text not null,
  action text not null,
  choice jsonb not null,
  people_covered jsonb not null default '[]',
  -- The price with its derivation, amounts in pence as text; null where nothing is charged.
  price jsonb,
  -- True if a part of the price is a fixed total (holiday, orders). Stored, because reading the price is slow.
  fixed_total boolean not null
    generated always as (coalesce(price @? '$.parts[*] ? (@.spread.kind != "recurring")', false)) stored,
  effective_from date,
  effective_to date,
  replaces integer,
  actor_id uuid,
  subject_id uuid not null,
  reason text,
  draft_step text,
  recorded_at timestamptz not null default app.now(),
  primary key (client_id, selection_id, version),
  foreign key (client_id, selection_id) references selection (client_id, id),
  foreign key (client_id, scheme_year_id) references scheme_year (client_id, id)
);
comment on table selection_version is
  'One version of a selection: choice, people covered, price, dates, and who did it. Written by each choice, decision '
  'and recalculation. Never changed or removed.';
create index selection_version_of_subject on selection_version (client_id, subject_id);
-- Used by each lock of a payroll run. It is small, because few versions have a fixed total.
create index selection_version_of_fixed_total on selection_version (client_id, selection_id) where fixed_total;
call app.fence('selection_version');
grant select, insert on selection_version to portal_app;

create table approval_decision (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  selection_id uuid not null,
  selection_version integer not null,
  approved boolean not null,
  reason text,
  decided_by uuid not null,
  decided_at timestamptz not null default app.now(),
  primary key (client_id, id),
  unique (client_id, selection_id, selection_version),
  foreign key (client_id, selection_id, selection_version)
    references selection_version (client_id, selection_id, version)
);
comment on table approval_decision is
  'An employer''s decision on a pending version. Written by the approvals pages. Never changed or removed.';
call app.fence('approval_decision');
grant select, insert on approval_decision to portal_app;

create table benefit_terms_acceptance (
  client_id uuid not null,
  person_id uuid not null,
  benefit_id uuid not null,
  term_id text not null,
  version integer not null,
  accepted_at timestamptz not null default app.now(),
  primary key (client_id, person_id, benefit_id, term_id, version),
  foreign key (client_id, benefit_id) references benefit_code (client_id, id),
  foreign key (client_id, person_id) references person_details (client_id, person_id)
);
comment on table benefit_terms_acceptance is
  'A version of a benefit''s terms that a person accepted. Written when they choose the benefit. Kept.';
call app.fence('benefit_terms_acceptance');
grant select, insert on benefit_terms_acceptance to portal_app;

create table medical_answer (
  client_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  benefit_id uuid not null,
  questions_hash text not null,
  -- Health data: questions and answers, encrypted for the row's id.
  sealed text not null,
  answered_at timestamptz not null default app.now(),
  primary key (client_id, id),
  unique (client_id, person_id, benefit_id),
  foreign key (client_id, person_id) references person_details (client_id, person_id),
  foreign key (client_id, benefit_id) references benefit_code (client_id, id)
);
comment on table medical_answer is
  'A person''s answers to a benefit''s medical questions. Written when they choose the benefit. Removed when the '
  'provider has decided, or by a daily job when no selection needs them.';
call app.fence('medical_answer');
grant select, insert, update, delete on medical_answer to portal_app;

create table pension_assessment (
  client_id uuid not null,
  person_id uuid not null,
  from_day date not null,
  to_day date not null,
  benefit_id uuid not null,
  period_from date not null,
  period_to date not null,
  frequency text not null,
  category text not null check (category in ('eligible', 'non-eligible', 'entitled', 'outside')),
  age integer not null,
  -- Earnings payable in the whole pay period; null without a known salary.
  earnings_pence bigint,
  trigger_pence bigint not null,
  lower_pence bigint not null,
  outcome text not null check (outcome in (
    'enrolled', 're-enrolled', 'opted-in', 'joined', 'member', 'postponed', 'may-opt-in', 'may-join', 'outside',
    'opted-out', 'left', 'recently-left', 'leaving', 'before-portal', 'no-price'
  )),
  postponed_to date,
  letter text check (letter in ('enrolled', 're-enrolled', 'opted-in', 'postponed', 'right-to-opt-in', 'right-to-join')),
  -- Day of the letter. The opt-out month starts on this day or, if later, the day of enrolment.
  informed_on date,
  assessed_on date not null,
  -- Newest employment fact and date of birth used. If either changes, the person is assessed again.
  last_fact_sequence bigint not null,
  date_of_birth date not null,
  primary key (client_id, person_id, from_day),
  foreign key (client_id, person_id) references person_details (client_id, person_id),
  check (from_day <= to_day)
);
comment on table pension_assessment is
  'A person''s assessment for automatic enrolment in a pay period (Pensions Act 2008, sections 2 to 8). Written by the '
  'daily recalculation. Kept for the employer''s report; replaced while its facts change.';
create index pension_assessment_to_inform on pension_assessment (client_id)
  where letter is not null and informed_on is null;
call app.fence('pension_assessment');
grant select, insert, update, delete on pension_assessment to portal_app;
