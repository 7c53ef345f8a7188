-- Payrolls, their periods, what selections mean for pay, and the runs that fix it.

create table payroll (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  scheme_year_id uuid not null,
  code text not null,
  name text not null,
  frequency text not null check (frequency in ('monthly', 'four-weekly', 'fortnightly', 'weekly')),
  -- Columns, order, dates, delimiter and file name of the payroll file.
  format jsonb not null default '{}',
  primary key (client_id, id),
  unique (client_id, scheme_year_id, code),
  foreign key (client_id, scheme_year_id) references scheme_year (client_id, id)
);
call app.fence('payroll');
grant select, insert, update on payroll to portal_app;

create table payroll_period (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  payroll_id uuid not null,
  -- Pay year and number of the period in it, as payroll counts them.
  year integer not null,
  number integer not null,
  label text not null,
  starts_on date not null,
  ends_on date not null,
  -- The last day on which a change still reaches this period.
  cut_off_on date not null,
  pay_on date not null,
  primary key (client_id, id),
  unique (client_id, payroll_id, year, number),
  foreign key (client_id, payroll_id) references payroll (client_id, id),
  check (ends_on >= starts_on)
);
create index payroll_period_by_date on payroll_period (client_id, payroll_id, starts_on);
call app.fence('payroll_period');
grant select, insert, update on payroll_period to portal_app;

-- A locked run: its row is written once and never changes.
create table payroll_run (
  client_id uuid not null,
  period_id uuid not null,
  locked_at timestamptz not null default app.now(),
  locked_by uuid,
  line_count integer not null,
  employee_pence bigint not null,
  employer_pence bigint not null,
  primary key (client_id, period_id),
  foreign key (client_id, period_id) references payroll_period (client_id, id)
);
call app.fence('payroll_run');
grant select, insert on payroll_run to portal_app;

create table payroll_line (
  client_id uuid not null,
  period_id uuid not null,
  number integer not null,
  person_id uuid not null,
  selection_id uuid,
  change_type text not null check (change_type in (
    'New', 'Continue', 'Update', 'Closing', 'Closed', 'Cancelled', 'Leaver', 'Paused', 'Adjustment'
  )),
  employee_pence bigint not null,
  employer_pence bigint not null,
  -- Every column of the line as it was written to the file.
  fields jsonb not null,
  primary key (client_id, period_id, number),
  foreign key (client_id, period_id) references payroll_run (client_id, period_id)
);
create index payroll_line_of_selection on payroll_line (client_id, selection_id);
call app.fence('payroll_line');
grant select, insert on payroll_line to portal_app;

-- Lines come with their run or never: nobody adds one to a run that was locked before.
create function app.refuse_line_after_lock() returns trigger
language plpgsql
as $$
begin
  if not exists (
    select 1 from payroll_run
    where client_id = new.client_id and period_id = new.period_id and locked_at = app.now()
  ) then
    raise exception 'The payroll run is locked' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return new;
end
$$;

create trigger payroll_line_written_with_its_run
before insert on payroll_line
for each row execute function app.refuse_line_after_lock();

-- The totals of a run are those of its lines, whoever wrote them.
create function app.require_totals_of_lines() returns trigger
language plpgsql
as $$
begin
  if not exists (
    select 1
    from payroll_line
    where client_id = new.client_id and period_id = new.period_id
    having count(*) = new.line_count
      and coalesce(sum(employee_pence), 0) = new.employee_pence
      and coalesce(sum(employer_pence), 0) = new.employer_pence
  ) then
    raise exception 'The totals of the payroll run are not those of its lines' using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create constraint trigger payroll_run_totals
after insert on payroll_run
deferrable initially deferred
for each row execute function app.require_totals_of_lines();

-- What a selection takes from one pay period under one pay code. Replaced while the period is open, fixed once it is locked.
create table deduction (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  period_id uuid not null,
  -- An adjustment names the earlier period that should have had it and can change no more.
  original_period_id uuid,
  person_id uuid not null,
  selection_id uuid not null,
  selection_version integer not null,
  pay_code text not null,
  method text not null check (method in (
    'taxable-pay', 'sacrifice', 'sacrifice-opra', 'net-pay', 'net-deduction', 'benefit-in-kind', 'employer-only'
  )),
  employee_pence bigint not null,
  employer_pence bigint not null,
  annual_pence bigint not null,
  effective_from date not null,
  effective_to date,
  primary key (client_id, id),
  unique nulls not distinct (
    client_id, selection_id, period_id, original_period_id, selection_version, pay_code, method
  ),
  foreign key (client_id, period_id) references payroll_period (client_id, id),
  foreign key (client_id, original_period_id) references payroll_period (client_id, id),
  foreign key (client_id, selection_id, selection_version)
    references selection_version (client_id, selection_id, version)
);
create index deduction_by_period on deduction (client_id, period_id);
call app.fence('deduction');
grant select, insert, update, delete on deduction to portal_app;

create function app.refuse_change_to_locked_period() returns trigger
language plpgsql
as $$
begin
  -- Waits for whoever is locking the period right now; the look at payroll_run comes after, and sees what they did.
  if tg_op <> 'INSERT' then
    perform 1 from payroll_period where client_id = old.client_id and id = old.period_id for key share;
  end if;
  if tg_op <> 'DELETE' then
    perform 1 from payroll_period where client_id = new.client_id and id = new.period_id for key share;
  end if;
  if tg_op <> 'INSERT' and exists (
    select 1 from payroll_run where client_id = old.client_id and period_id = old.period_id
  ) or tg_op <> 'DELETE' and exists (
    select 1 from payroll_run where client_id = new.client_id and period_id = new.period_id
  ) then
    raise exception 'The payroll period is locked' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create trigger deduction_fixed_once_locked
before insert or update or delete on deduction
for each row execute function app.refuse_change_to_locked_period();

-- A report as a file: written once, so that downloading twice gives the same bytes.
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
  bytes bytea not null,
  created_at timestamptz not null default app.now(),
  primary key (client_id, id),
  foreign key (client_id) references client (client_id)
);
create index report_run_listed on report_run (client_id, type, year desc, month desc);
call app.fence('report_run');
grant select, insert on report_run to portal_app;

-- The ledger of what was really deducted and paid in.
create table statement_row (
  client_id uuid not null,
  person_id uuid not null,
  -- Benefits of one group share a statement over scheme years.
  benefit_group text not null,
  year integer not null,
  month integer not null check (month between 1 and 12),
  employee_pence bigint not null,
  employer_pence bigint not null,
  primary key (client_id, person_id, benefit_group, year, month),
  foreign key (client_id, person_id) references person_details (client_id, person_id)
);
call app.fence('statement_row');
grant select, insert on statement_row to portal_app;
