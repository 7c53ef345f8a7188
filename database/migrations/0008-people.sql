-- People, their employment as facts with effective dates, their family and life events.

create table person_details (
  client_id uuid not null,
  person_id uuid not null,
  title text,
  first_name text not null,
  surname text not null,
  date_of_birth date not null,
  -- As payroll and insurers ask for it.
  sex text check (sex in ('female', 'male')),
  national_insurance_number text,
  -- Name of a picture in the folder.
  avatar text,
  contact jsonb not null default '{}',
  primary key (client_id, person_id),
  foreign key (client_id) references client (client_id)
);
comment on table person_details is
  'A person''s name, date of birth and contact. Written when people join by scheme folder or upload, by later uploads '
  'and the profile page. Kept.';
call app.fence('person_details');
grant select, insert, update on person_details to portal_app;

-- Never changed: a later row with the same effective date corrects an earlier one. "As of" is asked by effective_from,
-- "as known on" by recorded_at.
create table employment_fact (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  fact text not null check (fact in (
    'employee-number', 'payroll-id', 'payroll', 'status', 'start-date', 'end-date', 'probation-end', 'basic-salary',
    'benefit-salary', 'pensionable-salary', 'hours-per-week', 'full-time-equivalent', 'cost-centre', 'location',
    'tax-country', 'ni-category', 'job-title', 'student-loans', 'apprentice-since', 'leaving-reason', 'bought-days-taken',
    'other-relevant-earnings', 'voucher-member-since', 'childcare-account-notice',
    'money-purchase-allowance-since', 'pension-opt-out-notice'
  )),
  -- Money in pence, dates as yyyy-mm-dd, everything else as written; null ends the fact.
  value text,
  effective_from date not null,
  recorded_at timestamptz not null default app.now(),
  -- Orders facts that were recorded in the same instant.
  sequence bigint generated always as identity,
  -- 'scheme', the upload, or the person who typed it.
  source text not null,
  recorded_by uuid,
  primary key (client_id, id),
  foreign key (client_id, person_id) references person_details (client_id, person_id)
);
comment on table employment_fact is
  'One fact about a person''s employment from a date on. Written by scheme folders, uploads and the leavers command. '
  'Never changed and kept.';
-- With the value: a person's facts are side by side in the index, and far apart in the table.
create index employment_fact_as_of
  on employment_fact (client_id, person_id, fact, effective_from desc, recorded_at desc, sequence desc)
  include (value);
-- The newest fact of a client.
create index employment_fact_by_sequence on employment_fact (client_id, sequence);
-- Who else has an employee number. `value is not null` holds for every row. It keeps the index from queries that do not look
-- for a value: before the first analyze of many new rows, they would read all numbers of a client for each person.
create index employment_fact_number on employment_fact (client_id, value)
  where fact = 'employee-number' and value is not null;
call app.fence('employment_fact');
grant select, insert on employment_fact to portal_app;

create table family_member (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  -- 1 is partner, 2 dependant.
  relationship_type integer not null check (relationship_type in (1, 2)),
  title text,
  first_name text not null,
  surname text not null,
  date_of_birth date not null,
  sex text check (sex in ('female', 'male')),
  active boolean not null default true,
  full_time_education_ends date,
  -- As the employee said.
  registered_disabled boolean not null default false,
  -- Last day for which an accepted document confirms the disability; 9999-12-31 without a known end.
  disability_confirmed_until date,
  recorded_at timestamptz not null default app.now(),
  -- A change names the version that its writer saw.
  version integer not null default 1,
  -- Day of the death or divorce, and the first day without cover. A benefit may end a divorced partner's cover from the
  -- day after the divorce instead (`removalBackdated`).
  ended_on date,
  ended_by text check (ended_by in ('death', 'divorce')),
  uncovered_from date,
  primary key (client_id, id),
  foreign key (client_id, person_id) references person_details (client_id, person_id),
  constraint family_member_ended_check check (
    (ended_on is null) = (ended_by is null) and (ended_on is null) = (uncovered_from is null)
  )
);
comment on table family_member is
  'A partner or dependant of an employee. Written by the employee, and by a life event that ends the relationship. '
  'Kept.';
create index family_member_of on family_member (client_id, person_id);
call app.fence('family_member');
grant select, insert, update on family_member to portal_app;

create table life_event (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  scheme_year_id uuid not null,
  -- Code and name as the scheme had them on the day.
  kind text not null,
  kind_name text not null,
  event_date date not null,
  family_member_id uuid,
  evidence text not null check (evidence in ('not-needed', 'requested', 'received', 'accepted', 'declined')),
  -- First and last day on which the event opens benefits; null while evidence is awaited.
  opens_on date,
  closes_on date,
  decided_by text,
  decision_reason text,
  decided_on date,
  recorded_at timestamptz not null default app.now(),
  primary key (client_id, id),
  -- Two events of one kind on one day may be about two people: siblings who are adopted together.
  constraint life_event_once unique nulls not distinct (client_id, person_id, kind, event_date, family_member_id),
  foreign key (client_id, person_id) references person_details (client_id, person_id),
  foreign key (client_id, scheme_year_id) references scheme_year (client_id, id),
  foreign key (client_id, family_member_id) references family_member (client_id, id),
  check ((opens_on is null) = (closes_on is null)),
  check ((evidence in ('accepted', 'declined')) = (decided_on is not null))
);
comment on table life_event is
  'An event in an employee''s life, such as a birth, that may open benefits. Written by the employee; the operator '
  'decides on its evidence. Kept.';
call app.fence('life_event');
grant select, insert, update on life_event to portal_app;

create table life_event_evidence (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  life_event_id uuid not null,
  file_name text not null,
  media_type text not null,
  bytes bytea not null,
  received_at timestamptz not null default app.now(),
  primary key (client_id, id),
  foreign key (client_id, life_event_id) references life_event (client_id, id)
);
comment on table life_event_evidence is
  'A document that proves a life event. Written by the employee. Removed once the operator has decided, or by a daily '
  'job when nobody does.';
create index life_event_evidence_of on life_event_evidence (client_id, life_event_id);
call app.fence('life_event_evidence');
grant select, insert, delete on life_event_evidence to portal_app;

create table voucher_account (
  client_id uuid not null,
  person_id uuid not null,
  balance_pence bigint not null check (balance_pence >= 0),
  last_payment_on date,
  primary key (client_id, person_id),
  foreign key (client_id, person_id) references person_details (client_id, person_id)
);
comment on table voucher_account is
  'A person''s balance of childcare vouchers. Written when a scheme folder is applied. Kept.';
call app.fence('voucher_account');
grant select, insert, update on voucher_account to portal_app;
