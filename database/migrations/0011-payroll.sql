
create table payroll (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  scheme_year_id uuid not null,
  code text not null,
  name text not null,
  frequency text not null check (frequency in ('monthly', 'four-weekly', 'fortnightly', 'weekly')),
  format jsonb not null default '{}',
  final_pay text check (final_pay in ('next-period')),
  primary key (client_id, id),
  unique (client_id, code),
  foreign key (client_id, scheme_year_id) references scheme_year (client_id, id)
);
comment on table payroll is 'A payroll of the client over all scheme years. Written when a scheme folder is applied. Kept.';
call app.fence('payroll');
grant select, insert, update on payroll to portal_app;

create table payroll_period (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  payroll_id uuid not null,
  year integer not null,
  number integer not null,
  label text not null,
  starts_on date not null,
  ends_on date not null,
  cut_off_on date not null,
  pay_on date not null,
  primary key (client_id, id),
  unique (client_id, payroll_id, year, number),
  foreign key (client_id, payroll_id) references payroll (client_id, id),
  check (ends_on >= starts_on)
);
comment on table payroll_period is
  'A pay period of a payroll. Written when a scheme folder is applied, and changed only while it is open. Kept.';
create index payroll_period_by_date on payroll_period (client_id, payroll_id, starts_on);
call app.fence('payroll_period');
grant select, insert, update on payroll_period to portal_app;

create table payroll_run (
  client_id uuid not null,
  period_id uuid not null,
  locked_at timestamptz not null default app.now(),
  locked_by uuid,
  line_count integer not null,
  employee_pence bigint not null,
  employer_pence bigint not null,
  -- Sums of the lines by benefit, cost centre and location, so that the dashboard need not read all lines.
  spend jsonb not null default '[]',
  primary key (client_id, period_id),
  foreign key (client_id, period_id) references payroll_period (client_id, id)
);
comment on table payroll_run is
  'A locked pay period with the totals of its lines. Written when a run is locked. Never changed or removed.';
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
  -- Columns of the payroll file as of the lock. payroll_id is the person's payroll number.
  payroll_id text not null,
  period_label text not null,
  employee_number text not null,
  ni_number text not null,
  name text not null,
  first_name text not null,
  surname text not null,
  benefit text not null,
  pay_code text not null,
  method text not null,
  annual_pence bigint not null,
  effective_from date,
  effective_to date,
  adjustment_reason text not null,
  original_period text not null,
  -- Tax relief that the pension provider claims on top of the employee's amount.
  tax_relief_pence bigint not null default 0,
  -- Cost centre and location of the person on the pay day; '' if unknown.
  cost_centre text not null default '',
  location text not null default '',
  primary key (client_id, period_id, number),
  -- Deferred, because the lines are written before the run, which has their totals.
  foreign key (client_id, period_id) references payroll_run (client_id, period_id) deferrable initially deferred
);
comment on table payroll_line is
  'A line of a locked run, as the payroll file has it. Written with its run. Never changed or removed.';
create index payroll_line_of_selection on payroll_line (client_id, selection_id);
call app.fence('payroll_line');
grant select, insert on payroll_line to portal_app;

-- Refuses lines of a run that another transaction wrote. Locks the period first, so that parallel writers wait.
create function app.refuse_line_after_lock() returns trigger
language plpgsql
as $$
begin
  perform
  from payroll_period
  where (client_id, id) in (select client_id, period_id from added)
  order by client_id, id
  for update;
  if exists (
    select
    from (select distinct client_id, period_id from added) as written
    join payroll_run using (client_id, period_id)
    where payroll_run.xmin <> pg_current_xact_id()::xid
  ) then
    raise exception 'The payroll run is locked' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return null;
end
$$;

create trigger payroll_line_written_with_its_run
after insert on payroll_line
referencing new table as added
for each statement execute function app.refuse_line_after_lock();

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

create table deduction (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  period_id uuid not null,
  original_period_id uuid,
  person_id uuid not null,
  selection_id uuid not null,
  selection_version integer not null,
  pay_code text not null,
  -- Tax method. At relief at source the employee's amount includes the relief, which payroll does not deduct.
  method text not null check (method in (
    'taxable-pay', 'sacrifice', 'sacrifice-opra', 'net-pay', 'relief-at-source', 'net-deduction', 'benefit-in-kind',
    'employer-only'
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
comment on table deduction is
  'A selection''s deduction from one pay period under one pay code. Written when a selection takes effect, and replaced '
  'while the period is open. Kept once the period is locked.';
create index deduction_by_period on deduction (client_id, period_id);
call app.fence('deduction');
grant select, insert, delete on deduction to portal_app;

create function app.refuse_changes_to_locked_periods() returns trigger
language plpgsql
as $$
begin
  -- Waits for a transaction that is locking the period, so that the check of payroll_run sees its run.
  perform 1
  from payroll_period
  where (client_id, id) in (select client_id, period_id from changed)
  order by client_id, id
  for key share;
  if exists (select 1 from payroll_run where (client_id, period_id) in (select client_id, period_id from changed)) then
    raise exception 'The payroll period is locked' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return null;
end
$$;

create trigger deduction_added_while_open after insert on deduction
  referencing new table as changed for each statement execute function app.refuse_changes_to_locked_periods();
create trigger deduction_removed_while_open after delete on deduction
  referencing old table as changed for each statement execute function app.refuse_changes_to_locked_periods();

create table leaver_balance (
  client_id uuid not null,
  selection_id uuid not null,
  person_id uuid not null,
  last_day date not null,
  rule text not null check (rule in ('net-pay', 'owed', 'transfer', 'settle', 'drop')),
  pay_code text not null,
  -- Amount left after the instalments of the last pay; below 0 if the leaver is owed money.
  balance_pence bigint not null,
  deductible_pence bigint not null,
  basis jsonb,
  deducted_pence bigint,
  deducted_on date,
  -- Amount by which payroll deducted less than the lines of rule 'net-pay'. Refunds cannot exceed what was deducted.
  not_deducted_pence bigint not null default 0,
  primary key (client_id, selection_id),
  foreign key (client_id, selection_id) references selection (client_id, id),
  foreign key (client_id, person_id) references person_details (client_id, person_id),
  check ((deducted_pence is null) = (deducted_on is null))
);
comment on table leaver_balance is
  'A leaver''s balance for an order, holiday or cover after the last pay. Written with the last pay, recalculated while '
  'pay may change, and completed by the employer''s record. Removed when the person no longer leaves.';
create index leaver_balance_by_person on leaver_balance (client_id, person_id);
call app.fence('leaver_balance');
grant select, insert, update, delete on leaver_balance to portal_app;
