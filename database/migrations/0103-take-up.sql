-- Who takes up which benefit, counted: what was last counted of each person, the counts made of it, and who has changed since.
-- Readers take the counts and work out anew whoever has changed, so that every figure is exact and no writer waits.

-- One row for each change of what the counts hang on: by chance, so that writers of one person do not wait for each other.
create table take_up_mark (
  client_id uuid not null,
  person_id uuid not null,
  mark bigint not null default app.new_mark(),
  primary key (client_id, person_id, mark)
) with (autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0);
call app.fence('take_up_mark');
grant select, insert, delete on take_up_mark to portal_app;

create table take_up_person (
  client_id uuid not null,
  person_id uuid not null,
  employed boolean not null,
  -- Completed years.
  age smallint not null,
  sex text,
  -- Completed years; null where no first day is known.
  service_years smallint,
  past_probation boolean not null,
  -- Benefits that run, that were opted out of, and that ended otherwise.
  selected uuid[] not null,
  opted_out uuid[] not null,
  ended uuid[] not null,
  -- The first day on which any of this is otherwise by itself: a birthday, an anniversary, a first or last day.
  changes_on date,
  primary key (client_id, person_id)
) with (fillfactor = 85);
create index take_up_person_due on take_up_person (client_id, changes_on) where changes_on is not null;
create index take_up_person_holding on take_up_person using gin (client_id, selected, opted_out);
call app.fence('take_up_person');
grant select, insert, update, delete on take_up_person to portal_app;

-- Under which scheme the counts were made. Locked by whoever counts.
create table take_up_head (
  client_id uuid primary key,
  scheme_revision uuid,
  scheme_year_id uuid
) with (fillfactor = 50);
call app.fence('take_up_head');
grant select, insert, update on take_up_head to portal_app;

-- Whom the benefits of that scheme are for, without their definitions having to be opened.
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
call app.fence('take_up_benefit');
grant select, insert, delete on take_up_benefit to portal_app;

-- People by benefit, and of everybody under the client's own id: all of them, and by age, sex and service.
create table take_up_count (
  client_id uuid not null,
  benefit_id uuid not null,
  dimension text not null,
  band text not null,
  eligible integer not null,
  selected integer not null,
  opted_out integer not null,
  primary key (client_id, benefit_id, dimension, band)
) with (fillfactor = 50, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0);
call app.fence('take_up_count');
grant select, insert, update, delete on take_up_count to portal_app;

-- What somebody holds, whoever writes it. Old and new rows are compared and not joined, as the employee list does it.
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

create function app.take_up_of_selections() returns trigger
language plpgsql
as $$
begin
  insert into take_up_mark (client_id, person_id)
  select distinct client_id, person_id
  from (
    select client_id, person_id, benefit_id, state, running_version is not null from now_there
    except
    select client_id, person_id, benefit_id, state, running_version is not null from was_there
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

revoke execute on all routines in schema app from public;
grant execute on all routines in schema app to portal_app;

-- Who is there already. The fence shows one client at a time, also to the owner.
do $$
declare
  each_client record;
begin
  for each_client in select distinct client_id from client_address loop
    perform set_config('app.client_id', each_client.client_id::text, true);
    insert into take_up_mark (client_id, person_id)
    select client_id, person_id
    from employee
    where client_id = each_client.client_id;
  end loop;
  perform set_config('app.client_id', '', true);
end
$$;
