
create table report_run (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  type text not null check (type in ('payroll', 'provider')),
  year integer not null,
  month integer not null check (month between 1 and 12),
  label text not null,
  provider_name text,
  period_id uuid,
  file_name text not null,
  media_type text not null,
  -- Compressed by the writer, so PostgreSQL does not compress them again.
  bytes bytea not null,
  encoding text check (encoding = 'gzip'),
  layout jsonb,
  created_at timestamptz not null default app.now(),
  primary key (client_id, id),
  foreign key (client_id) references client (client_id)
);
comment on table report_run is
  'A report file, the same at every download. Written when a run is locked, and for providers once a month is over. '
  'Never changed or removed.';
alter table report_run alter column bytes set storage external;
create index report_run_listed on report_run (client_id, type, year desc, month desc);
call app.fence('report_run');
grant select, insert on report_run to portal_app;

create table statement_row (
  client_id uuid not null,
  person_id uuid not null,
  -- Benefits of one group have one statement, which continues over scheme years.
  benefit_group text not null,
  year integer not null,
  month integer not null check (month between 1 and 12),
  employee_pence bigint not null,
  employer_pence bigint not null,
  primary key (client_id, person_id, benefit_group, year, month),
  foreign key (client_id, person_id) references person_details (client_id, person_id)
);
comment on table statement_row is
  'A month''s deductions and employer contributions for a person and benefit group. Written by the folder of a client '
  'that moves in. Kept.';
call app.fence('statement_row');
grant select, insert on statement_row to portal_app;

create table report_schedule (
  client_id uuid not null,
  person_id uuid not null,
  id uuid not null default gen_random_uuid(),
  report text not null check (report in ('payroll', 'provider', 'life-events')),
  -- The query of the URL that opens the report: filter and format.
  query text not null check (length(query) <= 1000),
  rhythm text not null check (rhythm in ('weekly', 'monthly', 'payroll-lock')),
  -- Weekday (1 is Monday) or day of the month.
  day smallint check (day between 1 and case rhythm when 'weekly' then 7 else 28 end),
  next_on date,
  paused boolean not null default false,
  created_at timestamptz not null default app.now(),
  -- Number of locked payroll runs at the newest mail. A further run causes the next mail.
  runs_seen integer not null,
  primary key (client_id, person_id, id),
  foreign key (client_id, person_id) references account (client_id, person_id),
  check ((rhythm = 'payroll-lock') = (day is null)),
  check ((rhythm = 'payroll-lock') = (next_on is null))
);
comment on table report_schedule is
  'A report that an employer user opens from a link in regular mails. Written by its owner, and by the daily job that '
  'queues the mails. Removed by its owner, or by a daily job once the owner is no longer an employer user.';
call app.fence('report_schedule');
grant select, insert, update, delete on report_schedule to portal_app;
