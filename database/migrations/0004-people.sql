-- People: identity of their own, employment as effective-dated facts, family.

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
  avatar text,
  contact jsonb not null default '{}',
  primary key (client_id, person_id),
  foreign key (client_id) references client (client_id)
);
call app.fence('person_details');
grant select, insert, update on person_details to portal_app;

-- One fact about one person's employment. Never changed: a later row with the same effective date corrects an earlier one.
-- 'As of' asks by effective_from, 'as known on' by recorded_at.
create table employment_fact (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  fact text not null check (fact in (
    'employee-number', 'payroll-id', 'payroll', 'status', 'start-date', 'end-date', 'probation-end',
    'basic-salary', 'benefit-salary', 'pensionable-salary', 'hours-per-week', 'full-time-equivalent',
    'cost-centre', 'location', 'tax-country', 'ni-category', 'job-title'
  )),
  -- Money in pence, dates as yyyy-mm-dd, everything else as written; null ends the fact.
  value text,
  effective_from date not null,
  recorded_at timestamptz not null default app.now(),
  -- Orders facts recorded in the same instant.
  sequence bigint generated always as identity,
  -- What brought the fact: 'scheme', a data load, or the person who typed it.
  source text not null,
  recorded_by uuid,
  primary key (client_id, id),
  foreign key (client_id, person_id) references person_details (client_id, person_id)
);
create index employment_fact_as_of
  on employment_fact (client_id, person_id, fact, effective_from desc, recorded_at desc, sequence desc);
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
  registered_disabled boolean not null default false,
  recorded_at timestamptz not null default app.now(),
  primary key (client_id, id),
  foreign key (client_id, person_id) references person_details (client_id, person_id)
);
create index family_member_of on family_member (client_id, person_id);
call app.fence('family_member');
grant select, insert, update on family_member to portal_app;

create table terms_acceptance (
  client_id uuid not null,
  person_id uuid not null,
  revision integer not null,
  accepted_at timestamptz not null default app.now(),
  primary key (client_id, person_id, revision),
  foreign key (client_id, person_id) references person_details (client_id, person_id)
);
call app.fence('terms_acceptance');
grant select, insert on terms_acceptance to portal_app;
