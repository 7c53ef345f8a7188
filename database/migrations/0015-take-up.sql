-- Take-up of benefits: what was counted last for each person, the counts made of it, and who has changed since. Readers add
-- the people who have changed, so that every figure is exact and no writer waits (decision 35).

-- A random value, so that writers of one person do not wait for each other.
create function app.new_mark() returns bigint
language sql volatile
return hashtextextended(gen_random_uuid()::text, 0);

create table take_up_mark (
  client_id uuid not null,
  person_id uuid not null,
  mark bigint not null default app.new_mark(),
  primary key (client_id, person_id, mark)
) with (autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0);
comment on table take_up_mark is
  'A change of what a person counts for in take-up. Written by triggers. Removed when the worker counts the person '
  'again.';
call app.fence('take_up_mark');
grant select, insert, delete on take_up_mark to portal_app;

create table take_up_person (
  client_id uuid not null,
  person_id uuid not null,
  employed boolean not null,
  -- Completed years.
  age smallint not null,
  sex text,
  -- Completed years; null without a known first day.
  service_years smallint,
  past_probation boolean not null,
  -- Benefits in force, opted out of, and ended otherwise.
  selected uuid[] not null,
  opted_out uuid[] not null,
  ended uuid[] not null,
  -- The first day on which any of this changes by itself: a birthday, an anniversary, a first or last day.
  changes_on date,
  primary key (client_id, person_id)
) with (fillfactor = 85);
comment on table take_up_person is
  'What a person counts for in take-up, as counted last. Written by the worker. Removed when the person leaves the '
  'employer''s list.';
create index take_up_person_due on take_up_person (client_id, changes_on) where changes_on is not null;
create index take_up_person_holding on take_up_person using gin (client_id, selected, opted_out);
call app.fence('take_up_person');
grant select, insert, update, delete on take_up_person to portal_app;

create table take_up_head (
  client_id uuid primary key,
  scheme_revision uuid,
  scheme_year_id uuid
) with (fillfactor = 50);
comment on table take_up_head is
  'The scheme that a client''s take-up was counted by. Written by the worker, which locks it while it counts. Kept.';
call app.fence('take_up_head');
grant select, insert, update on take_up_head to portal_app;

create table take_up_benefit (
  client_id uuid not null,
  benefit_id uuid not null,
  position integer not null,
  name text not null,
  category text not null,
  withdrawn boolean not null,
  age_from integer,
  age_to integer,
  open_in_probation boolean not null,
  for_holders boolean not null,
  primary key (client_id, benefit_id)
);
comment on table take_up_benefit is
  'Whom a benefit of that scheme is for, so that counting opens no definition. Written by the worker. Replaced when the '
  'scheme changes.';
call app.fence('take_up_benefit');
grant select, insert, delete on take_up_benefit to portal_app;

create table take_up_count (
  client_id uuid not null,
  -- The client's own id for all benefits together.
  benefit_id uuid not null,
  dimension text not null,
  band text not null,
  eligible integer not null,
  selected integer not null,
  opted_out integer not null,
  primary key (client_id, benefit_id, dimension, band)
) with (fillfactor = 50, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0);
comment on table take_up_count is
  'People by benefit, in total and by band of age, sex or service. Written by the worker. Replaced when the scheme '
  'changes.';
call app.fence('take_up_count');
grant select, insert, update, delete on take_up_count to portal_app;

create function app.take_up_of_people() returns trigger
language plpgsql
as $$
begin
  insert into take_up_mark (client_id, person_id)
  select distinct client_id, person_id
  from changed;
  return null;
end
$$;

-- Old and new rows are compared and not joined, as in the employer's list.
create function app.take_up_of_selections() returns trigger
language plpgsql
as $$
begin
  insert into take_up_mark (client_id, person_id)
  select distinct client_id, person_id
  from (
    select client_id, person_id, benefit_id, state, version_in_force is not null from now_there
    except
    select client_id, person_id, benefit_id, state, version_in_force is not null from was_there
  ) as moved;
  return null;
end
$$;

create function app.take_up_of_details() returns trigger
language plpgsql
as $$
begin
  insert into take_up_mark (client_id, person_id)
  select distinct client_id, person_id
  from (
    select client_id, person_id, date_of_birth, sex from now_there
    except
    select client_id, person_id, date_of_birth, sex from was_there
  ) as moved;
  return null;
end
$$;

create function app.take_up_of_facts() returns trigger
language plpgsql
as $$
begin
  insert into take_up_mark (client_id, person_id)
  select distinct client_id, person_id
  from changed
  where fact in ('status', 'start-date', 'end-date', 'probation-end');
  return null;
end
$$;

create trigger take_up_follows_new after insert on employee
  referencing new table as changed
  for each statement execute function app.take_up_of_people();
create trigger take_up_follows_gone after delete on employee
  referencing old table as changed
  for each statement execute function app.take_up_of_people();
create trigger take_up_follows_new after insert on selection
  referencing new table as changed
  for each statement execute function app.take_up_of_people();
create trigger take_up_follows after update on selection
  referencing old table as was_there new table as now_there
  for each statement execute function app.take_up_of_selections();
create trigger take_up_follows_gone after delete on selection
  referencing old table as changed
  for each statement execute function app.take_up_of_people();
create trigger take_up_follows after update on person_details
  referencing old table as was_there new table as now_there
  for each statement execute function app.take_up_of_details();
create trigger take_up_follows_new after insert on employment_fact
  referencing new table as changed
  for each statement execute function app.take_up_of_facts();
create trigger take_up_follows_gone after delete on employment_fact
  referencing old table as changed
  for each statement execute function app.take_up_of_facts();
