
create table scheme_year (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  year integer not null,
  starts_on date not null,
  ends_on date not null,
  life_event_kinds jsonb not null default '[]',
  provider_formats jsonb not null default '[]',
  primary key (client_id, id),
  unique (client_id, year),
  foreign key (client_id) references client (client_id),
  check (ends_on > starts_on)
);
comment on table scheme_year is 'One year of a client''s scheme. Written when a scheme folder is applied. Kept.';
call app.fence('scheme_year');
grant select, insert, update on scheme_year to portal_app;

create table rate_table (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  scheme_year_id uuid not null,
  name text not null,
  content jsonb not null,
  primary key (client_id, id),
  unique (client_id, scheme_year_id, name),
  foreign key (client_id, scheme_year_id) references scheme_year (client_id, id)
);
comment on table rate_table is
  'A table of rates that prices are calculated from. Written when a scheme folder is applied. Removed when the folder '
  'no longer has it; selections keep their price.';
call app.fence('rate_table');
grant select, insert, update, delete on rate_table to portal_app;

create table benefit_code (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  code text not null,
  primary key (client_id, id),
  unique (client_id, code),
  unique (client_id, id, code),
  foreign key (client_id) references client (client_id)
);
comment on table benefit_code is
  'A benefit over all scheme years: its id for each code. Written when a scheme folder is applied. Kept.';
call app.fence('benefit_code');
grant select, insert on benefit_code to portal_app;

create table benefit (
  client_id uuid not null,
  id uuid not null,
  scheme_year_id uuid not null,
  code text not null,
  position integer not null default 0,
  name text not null,
  category text not null,
  group_code text,
  provider_name text,
  needs_approval boolean not null,
  definition jsonb not null,
  withdrawn boolean not null default false,
  -- Includes the group, so that reading a person's benefits needs only this index.
  primary key (client_id, scheme_year_id, id) include (group_code),
  unique (client_id, scheme_year_id, code),
  foreign key (client_id, id, code) references benefit_code (client_id, id, code),
  foreign key (client_id, scheme_year_id) references scheme_year (client_id, id)
);
comment on table benefit is
  'A benefit as one scheme year defines it. Written when a scheme folder is applied. Kept, and marked as withdrawn when '
  'the folder no longer has it.';
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
  rules jsonb not null default '{}',
  -- The one person the window is granted to; null for a window of the scheme.
  person_id uuid,
  primary key (client_id, id),
  unique (client_id, scheme_year_id, code),
  foreign key (client_id, scheme_year_id) references scheme_year (client_id, id)
);
comment on table enrolment_window is
  'A time in which people may choose benefits. Written when a scheme folder is applied, and for one person by the '
  'operator or a life event. Removed when the folder no longer has it, or its grant is withdrawn.';
create index enrolment_window_of_person on enrolment_window (client_id, person_id) where person_id is not null;
call app.fence('enrolment_window');
grant select, insert, update, delete on enrolment_window to portal_app;
