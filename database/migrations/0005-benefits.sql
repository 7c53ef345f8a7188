-- The scheme's benefits, rates and windows: data that a scheme folder brings.

create table rate_table (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  scheme_year_id uuid not null,
  name text not null,
  -- Columns, rows as decimal strings, effective date and source.
  content jsonb not null,
  primary key (client_id, id),
  unique (client_id, scheme_year_id, name),
  foreign key (client_id, scheme_year_id) references scheme_year (client_id, id)
);
call app.fence('rate_table');
grant select, insert, update on rate_table to portal_app;

create table benefit (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  scheme_year_id uuid not null,
  code text not null,
  position integer not null default 0,
  name text not null,
  category text not null,
  group_code text,
  provider_name text,
  needs_approval boolean not null,
  -- The whole benefit as data (features/benefits/definition.ts).
  definition jsonb not null,
  withdrawn boolean not null default false,
  primary key (client_id, id),
  unique (client_id, scheme_year_id, code),
  foreign key (client_id, scheme_year_id) references scheme_year (client_id, id)
);
call app.fence('benefit');
grant select, insert, update on benefit to portal_app;

create table enrolment_window (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  scheme_year_id uuid not null,
  code text not null,
  cause text not null check (cause in (
    'annual', 'joiner', 'anniversary', 'life-event', 'any-time', 'any-month', 'granted'
  )),
  opens_on date,
  closes_on date,
  -- Rule for the date from which a choice counts, days after joining, step limits.
  rules jsonb not null default '{}',
  -- Set when the window is granted to one person.
  person_id uuid,
  primary key (client_id, id),
  unique (client_id, scheme_year_id, code),
  foreign key (client_id, scheme_year_id) references scheme_year (client_id, id)
);
call app.fence('enrolment_window');
grant select, insert, update on enrolment_window to portal_app;

create table benefit_terms_acceptance (
  client_id uuid not null,
  person_id uuid not null,
  benefit_id uuid not null,
  term_id text not null,
  version integer not null,
  accepted_at timestamptz not null default app.now(),
  primary key (client_id, person_id, benefit_id, term_id, version),
  foreign key (client_id, benefit_id) references benefit (client_id, id),
  foreign key (client_id, person_id) references person_details (client_id, person_id)
);
call app.fence('benefit_terms_acceptance');
grant select, insert on benefit_terms_acceptance to portal_app;
