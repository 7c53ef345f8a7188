-- A line of a payroll run kept the names of its columns with each of its values: to put them together was a quarter of the time
-- in which a run is worked out, and they took more room than what they named. What a line says stays as it was locked, from now
-- on in columns of its own; what stands beside it anyway is kept once. Worked out by the database, past every fence.
-- Lines from elsewhere were not always checked: an amount counts by its value, and where there is none, as nothing; what is no
-- day is left out.
create function app.pence_said(said text) returns bigint
language sql immutable
return case when replace(said, ',', '') ~ '^-?[0-9]{1,15}([.][0-9]+)?$' then round(replace(said, ',', '')::numeric * 100)::bigint else 0 end;

create function app.day_said(said text) returns date
language sql immutable
return case
  when said ~ '^[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
    and right(said, 2)::integer <= extract(
      day from make_date(left(said, 4)::integer, substr(said, 6, 2)::integer, 1) + interval '1 month' - interval '1 day'
    )
  then make_date(left(said, 4)::integer, substr(said, 6, 2)::integer, right(said, 2)::integer)
end;

alter table payroll_line
  add column payroll_id text not null generated always as (coalesce(fields ->> 'payroll-id', '')) stored,
  add column period_label text not null generated always as (coalesce(fields ->> 'period', '')) stored,
  add column employee_number text not null generated always as (coalesce(fields ->> 'employee-number', '')) stored,
  add column ni_number text not null generated always as (coalesce(fields ->> 'ni-number', '')) stored,
  add column name text not null generated always as (coalesce(fields ->> 'name', '')) stored,
  add column first_name text not null generated always as (coalesce(fields ->> 'first-name', '')) stored,
  add column surname text not null generated always as (coalesce(fields ->> 'surname', '')) stored,
  add column benefit text not null generated always as (coalesce(fields ->> 'benefit', '')) stored,
  add column pay_code text not null generated always as (coalesce(fields ->> 'pay-code', '')) stored,
  add column method text not null generated always as (coalesce(fields ->> 'method', '')) stored,
  add column annual_pence bigint not null generated always as (app.pence_said(fields ->> 'annual-amount')) stored,
  add column effective_from date generated always as (app.day_said(fields ->> 'effective-from')) stored,
  add column effective_to date generated always as (app.day_said(fields ->> 'effective-to')) stored,
  add column adjustment_reason text not null generated always as (coalesce(fields ->> 'adjustment-reason', '')) stored,
  add column original_period text not null generated always as (coalesce(fields ->> 'original-period', '')) stored;

alter table payroll_line
  alter column payroll_id drop expression,
  alter column period_label drop expression,
  alter column employee_number drop expression,
  alter column ni_number drop expression,
  alter column name drop expression,
  alter column first_name drop expression,
  alter column surname drop expression,
  alter column benefit drop expression,
  alter column pay_code drop expression,
  alter column method drop expression,
  alter column annual_pence drop expression,
  alter column effective_from drop expression,
  alter column effective_to drop expression,
  alter column adjustment_reason drop expression,
  alter column original_period drop expression,
  drop column fields;

drop function app.pence_said(text);
drop function app.day_said(text);
