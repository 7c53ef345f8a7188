-- The employer's list of employees: one row a person, folded for search and sorting, and counts that are exact after every
-- write. Triggers keep both in step with account, person_details and employment_fact within the writing transaction.

-- Both are trusted: the owner of the database may create them. btree_gin allows client_id as the first column of the index.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- 'Zoë O''Neil-Müller' to 'zoe oneil-muller': search terms and stored names match without accents, case and apostrophes.
create function app.folded(words text) returns text
language sql immutable strict parallel safe
return btrim(
  replace(replace(replace(replace(
    translate(
      lower(regexp_replace(normalize(words, nfkd), U&'[\0300-\036F''`\2018\2019\02BC]', '', 'g') collate "und-x-icu"),
      'øłđðıħŧ', 'olddiht'
    ),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
);

-- No foreign key to person_details: it would be checked for each row of an upload, and the row is made from its target.
create table employee (
  client_id uuid not null,
  person_id uuid not null,
  first_name text not null,
  surname text not null,
  email text collate "C" not null,
  -- As of the day it was written.
  employee_number text,
  registered boolean not null,
  two_factor boolean not null,
  last_login_at timestamptz,
  -- Folded, and compared byte by byte so that every machine has the same order.
  name_key text collate "C" not null,
  number_key text collate "C" not null,
  -- Folded words, each after a space: LIKE '% jo%' finds beginnings, LIKE '%art%' anything.
  search text collate "C" not null,
  primary key (client_id, person_id)
) with (
  -- Room for the last login to change in place. Index-only reads stay cheap: changed pages are vacuumed after 2 % of the
  -- rows instead of 20 %.
  fillfactor = 85,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05
);
comment on table employee is
  'A person in the employer''s list, derived from account, person_details and employment_fact. Written by triggers on '
  'those. Removed with its sources.';
create index employee_by_name on employee (client_id, name_key, person_id) include (registered, two_factor);
create index employee_by_registered on employee (client_id, registered, name_key, person_id);
create index employee_by_two_factor on employee (client_id, two_factor, name_key, person_id);
create index employee_by_email on employee (client_id, email, person_id) include (registered);
create index employee_by_number on employee (client_id, number_key, person_id) include (registered);
-- Every search reads the pending list of recent writes, so it is kept short.
create index employee_by_words on employee using gin (client_id, search gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 256);
call app.fence('employee');
grant select, insert, update, delete on employee to portal_app;

create table employee_count (
  client_id uuid primary key,
  people integer not null,
  registered integer not null,
  two_factor integer not null
) with (fillfactor = 50);
comment on table employee_count is
  'How many people the list of a client has, without employee_delta. Written by triggers on employee. Kept.';
call app.fence('employee_count');
grant select, insert, update, delete on employee_count to portal_app;

create table employee_block (
  client_id uuid not null,
  -- The first place of the block: everyone from here on, up to the next block.
  name_key text collate "C" not null,
  person_id uuid not null,
  people integer not null,
  registered integer not null,
  two_factor integer not null,
  primary key (client_id, name_key, person_id)
) with (fillfactor = 85);
comment on table employee_block is
  'A block of the list in the order of names with its counts, so that a jump to any page is quick. Written by triggers '
  'on employee. Replaced when the block is counted again.';
call app.fence('employee_block');
grant select, insert, update, delete on employee_block to portal_app;

create table employee_delta (
  client_id uuid not null,
  id bigint generated always as identity,
  name_key text collate "C" not null,
  person_id uuid not null,
  people integer not null,
  registered integer not null,
  two_factor integer not null,
  primary key (client_id, id)
) with (autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0);
comment on table employee_delta is
  'A change of the list that is not yet in its counts; readers add it. Written by triggers on employee. Removed when it '
  'is added to the counts.';
call app.fence('employee_delta');
grant select, insert, update, delete on employee_delta to portal_app;

-- Cuts a client's people from one place up to another into blocks and counts them. The caller has locked the client's row
-- of employee_count. One statement reads rows and deltas, so that each change is counted once.
create procedure app.recount_employees(of_client uuid, from_key text, from_person uuid, to_key text, to_person uuid)
language plpgsql
as $$
declare
  block_size integer;
begin
  select greatest(200, sqrt(people)::integer) into block_size
  from employee_count
  where client_id = of_client;

  delete from employee_block
  where client_id = of_client
    and (name_key, person_id) >= (from_key collate "C", from_person)
    and (to_key is null or (name_key, person_id) < (to_key collate "C", to_person));

  with placed as materialized (
    select
      name_key,
      person_id,
      registered,
      two_factor,
      (row_number() over (order by name_key, person_id) - 1) / block_size as block
    from employee
    where client_id = of_client
      and (name_key, person_id) >= (from_key collate "C", from_person)
      and (to_key is null or (name_key, person_id) < (to_key collate "C", to_person))
  ),
  taken as (
    delete from employee_delta
    where client_id = of_client
      and (name_key, person_id) >= (from_key collate "C", from_person)
      and (to_key is null or (name_key, person_id) < (to_key collate "C", to_person))
  ),
  counted as (
    select
      block,
      count(*) as people,
      count(*) filter (where registered) as registered,
      count(*) filter (where two_factor) as two_factor
    from placed
    group by block
  ),
  begun as (
    select distinct on (block) block, name_key, person_id
    from placed
    order by block, name_key, person_id
  )
  insert into employee_block (client_id, name_key, person_id, people, registered, two_factor)
  select
    of_client,
    -- The part keeps its first place, even if someone else is first now.
    case when coalesce(block, 0) = 0 then from_key else begun.name_key end,
    case when coalesce(block, 0) = 0 then from_person else begun.person_id end,
    coalesce(people, 0),
    coalesce(registered, 0),
    coalesce(two_factor, 0)
  from (values (0)) as always (block)
  full join counted using (block)
  left join begun using (block);

  update employee_count
  set (people, registered, two_factor) = (
    select sum(people), sum(registered), sum(two_factor)
    from employee_block
    where client_id = of_client
  )
  where client_id = of_client;
end
$$;

-- Adds the deltas to the blocks, and cuts a block that has grown to twice its size. Does nothing while another transaction
-- does it: nobody waits, and readers add the deltas meanwhile.
create procedure app.fold_employee_counts(of_client uuid)
language plpgsql
as $$
declare
  grown record;
begin
  perform from employee_count where client_id = of_client for update skip locked;
  if not found then
    if exists (select from employee_count where client_id = of_client) then
      return;
    end if;
    call app.count_employees_anew(of_client);
    return;
  end if;

  with taken as (
    delete from employee_delta
    where client_id = of_client
    returning name_key, person_id, people, registered, two_factor
  ),
  placed as (
    select
      block.name_key,
      block.person_id,
      sum(taken.people) as people,
      sum(taken.registered) as registered,
      sum(taken.two_factor) as two_factor
    from taken
    cross join lateral (
      select name_key, person_id
      from employee_block
      where client_id = of_client
        and (name_key, person_id) <= (taken.name_key, taken.person_id)
      order by name_key desc, person_id desc
      limit 1
    ) as block
    group by block.name_key, block.person_id
  ),
  folded as (
    update employee_block
    set people = employee_block.people + placed.people,
        registered = employee_block.registered + placed.registered,
        two_factor = employee_block.two_factor + placed.two_factor
    from placed
    where employee_block.client_id = of_client
      and employee_block.name_key = placed.name_key
      and employee_block.person_id = placed.person_id
  )
  update employee_count
  set people = employee_count.people + total.people,
      registered = employee_count.registered + total.registered,
      two_factor = employee_count.two_factor + total.two_factor
  from (
    select
      coalesce(sum(people), 0) as people,
      coalesce(sum(registered), 0) as registered,
      coalesce(sum(two_factor), 0) as two_factor
    from taken
  ) as total
  where client_id = of_client;

  for grown in
    select
      block.name_key,
      block.person_id,
      next.name_key as next_key,
      next.person_id as next_person
    from employee_block as block
    join employee_count on employee_count.client_id = of_client
    left join lateral (
      select name_key, person_id
      from employee_block as later
      where later.client_id = of_client
        and (later.name_key, later.person_id) > (block.name_key, block.person_id)
      order by name_key, person_id
      limit 1
    ) as next on true
    where block.client_id = of_client
      and block.people > 2 * greatest(200, sqrt(employee_count.people)::integer)
  loop
    call app.recount_employees(of_client, grown.name_key, grown.person_id, grown.next_key, grown.next_person);
  end loop;
end
$$;

-- After an upload, and for a client's first people. Waits for a concurrent count.
create procedure app.count_employees_anew(of_client uuid)
language plpgsql
as $$
begin
  insert into employee_count (client_id, people, registered, two_factor)
  values (of_client, 0, 0, 0)
  on conflict do nothing;
  perform from employee_count where client_id = of_client for update;
  update employee_count
  set people = (select count(*) from employee where client_id = of_client)
  where client_id = of_client;
  call app.recount_employees(of_client, '', '00000000-0000-0000-0000-000000000000', null, null);
end
$$;

-- Readers of the counts read all deltas, so these are folded before they are many.
create procedure app.fold_when_due(of_client uuid)
language plpgsql
as $$
begin
  if (
    select count(*) > 64
    from (select from employee_delta where client_id = of_client limit 65) as waiting
  ) then
    call app.fold_employee_counts(of_client);
  end if;
end
$$;

-- Counts what a statement has changed in the list: a few changes as deltas, many by counting again.
create function app.count_new_employees() returns trigger
language plpgsql
as $$
declare
  changed record;
begin
  for changed in select client_id, count(*) > 200 as many from now_there group by client_id loop
    if changed.many then
      call app.count_employees_anew(changed.client_id);
    else
      insert into employee_delta (client_id, name_key, person_id, people, registered, two_factor)
      select client_id, name_key, person_id, 1, registered::integer, two_factor::integer
      from now_there
      where client_id = changed.client_id;
      call app.fold_when_due(changed.client_id);
    end if;
  end loop;
  return null;
end
$$;

-- Old and new rows are not joined: the plan is kept for the session, and one made for a login would be quadratic for an
-- upload.
create function app.count_changed_employees() returns trigger
language plpgsql
as $$
declare
  changed record;
begin
  for changed in
    with moved as (
      select client_id
      from (
        select client_id, person_id, name_key, registered, two_factor, -1 as sign from was_there
        union all
        select client_id, person_id, name_key, registered, two_factor, 1 from now_there
      ) as both_sides
      group by client_id, person_id, name_key, registered, two_factor
      having sum(sign) <> 0
    )
    select client_id, count(*) > 200 as many from moved group by client_id
  loop
    if changed.many then
      call app.count_employees_anew(changed.client_id);
    else
      insert into employee_delta (client_id, name_key, person_id, people, registered, two_factor)
      select
        changed.client_id,
        name_key,
        person_id,
        sum(sign),
        sum(sign) * registered::integer,
        sum(sign) * two_factor::integer
      from (
        select person_id, name_key, registered, two_factor, -1 as sign
        from was_there
        where client_id = changed.client_id
        union all
        select person_id, name_key, registered, two_factor, 1
        from now_there
        where client_id = changed.client_id
      ) as both_sides
      group by person_id, name_key, registered, two_factor
      having sum(sign) <> 0;
      call app.fold_when_due(changed.client_id);
    end if;
  end loop;
  return null;
end
$$;

create function app.count_gone_employees() returns trigger
language plpgsql
as $$
declare
  changed record;
begin
  for changed in select client_id, count(*) > 200 as many from was_there group by client_id loop
    if changed.many then
      call app.count_employees_anew(changed.client_id);
    else
      insert into employee_delta (client_id, name_key, person_id, people, registered, two_factor)
      select client_id, name_key, person_id, -1, -registered::integer, -two_factor::integer
      from was_there
      where client_id = changed.client_id;
      call app.fold_when_due(changed.client_id);
    end if;
  end loop;
  return null;
end
$$;

create trigger employees_added after insert on employee
  referencing new table as now_there
  for each statement execute function app.count_new_employees();
create trigger employees_changed after update on employee
  referencing old table as was_there new table as now_there
  for each statement execute function app.count_changed_employees();
create trigger employees_gone after delete on employee
  referencing old table as was_there
  for each statement execute function app.count_gone_employees();

-- Writes the list's rows of some people: everyone with an account and details.
create procedure app.refresh_employees(of_client uuid, people uuid[])
language plpgsql
as $$
begin
  insert into employee as known (
    client_id, person_id, first_name, surname, email, employee_number, registered, two_factor, last_login_at,
    name_key, number_key, search
  )
  select
    account.client_id,
    account.person_id,
    details.first_name,
    details.surname,
    account.email,
    number.value,
    account.activated_at is not null,
    account.two_factor_secret is not null,
    account.last_login_at,
    app.folded(details.surname || ' ' || details.first_name),
    coalesce(app.folded(number.value), ''),
    ' ' || app.folded(concat_ws(' ', details.first_name, details.surname, account.email, number.value)) || ' '
  from unnest(people) as concerned (person_id)
  join account on account.client_id = of_client and account.person_id = concerned.person_id
  join person_details as details on details.client_id = of_client and details.person_id = concerned.person_id
  left join lateral (
    select fact.value
    from employment_fact as fact
    where fact.client_id = of_client
      and fact.person_id = concerned.person_id
      and fact.fact = 'employee-number'
      and fact.effective_from <= app.today()
    order by fact.effective_from desc, fact.recorded_at desc, fact.sequence desc
    limit 1
  ) as number on true
  on conflict (client_id, person_id) do update
  set first_name = excluded.first_name,
      surname = excluded.surname,
      email = excluded.email,
      employee_number = excluded.employee_number,
      registered = excluded.registered,
      two_factor = excluded.two_factor,
      last_login_at = excluded.last_login_at,
      name_key = excluded.name_key,
      number_key = excluded.number_key,
      search = excluded.search
  where (
    known.first_name, known.surname, known.email, known.employee_number,
    known.registered, known.two_factor, known.last_login_at
  ) is distinct from (
    excluded.first_name, excluded.surname, excluded.email, excluded.employee_number,
    excluded.registered, excluded.two_factor, excluded.last_login_at
  );
end
$$;

create function app.employees_follow() returns trigger
language plpgsql
as $$
declare
  concerned record;
begin
  for concerned in select client_id, array_agg(person_id) as people from changed group by client_id loop
    call app.refresh_employees(concerned.client_id, concerned.people);
  end loop;
  return null;
end
$$;

-- Of the many facts about a person the list shows one.
create function app.employees_follow_facts() returns trigger
language plpgsql
as $$
declare
  concerned record;
begin
  for concerned in
    select client_id, array_agg(distinct person_id) as people
    from changed
    where fact = 'employee-number'
    group by client_id
  loop
    call app.refresh_employees(concerned.client_id, concerned.people);
  end loop;
  return null;
end
$$;

create function app.employees_leave() returns trigger
language plpgsql
as $$
begin
  delete from employee
  using gone
  where employee.client_id = gone.client_id
    and employee.person_id = gone.person_id;
  return null;
end
$$;

create trigger employees_follow_new after insert on account
  referencing new table as changed
  for each statement execute function app.employees_follow();
create trigger employees_follow after update on account
  referencing new table as changed
  for each statement execute function app.employees_follow();
create trigger employees_leave after delete on account
  referencing old table as gone
  for each statement execute function app.employees_leave();
create trigger employees_follow_new after insert on person_details
  referencing new table as changed
  for each statement execute function app.employees_follow();
create trigger employees_follow after update on person_details
  referencing new table as changed
  for each statement execute function app.employees_follow();
create trigger employees_leave after delete on person_details
  referencing old table as gone
  for each statement execute function app.employees_leave();
create trigger employees_follow_new after insert on employment_fact
  referencing new table as changed
  for each statement execute function app.employees_follow_facts();
