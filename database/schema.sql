-- The schema after all migrations, written by "npm run schema". To read; changes belong into a migration.

CREATE OR REPLACE FUNCTION app.client_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.client_id', true), '')::uuid $function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.clients_with_due_mail()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
AS $function$
declare
  asked uuid;
  before text := coalesce(current_setting('app.client_id', true), '');
begin
  for asked in select distinct client_id from client_address order by client_id loop
    perform set_config('app.client_id', asked::text, true);
    if exists (select from mail where client_id = asked and state = 'queued' and due_at <= app.now()) then
      return next asked;
    end if;
  end loop;
  perform set_config('app.client_id', before, true);
end
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.clients_with_uploads()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
AS $function$
declare
  asked uuid;
  before text := coalesce(current_setting('app.client_id', true), '');
begin
  for asked in select distinct client_id from client_address order by client_id loop
    perform set_config('app.client_id', asked::text, true);
    if exists (
      select from data_load
      where client_id = asked and status in ('uploading', 'checking', 'committing', 'undoing')
    ) then
      return next asked;
    end if;
  end loop;
  perform set_config('app.client_id', before, true);
end
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.clients_with_welcomes_due()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
AS $function$
declare
  asked uuid;
  before text := coalesce(current_setting('app.client_id', true), '');
begin
  for asked in select distinct client_id from client_address order by client_id loop
    perform set_config('app.client_id', asked::text, true);
    if exists (select from welcome_due where client_id = asked) then
      return next asked;
    end if;
  end loop;
  perform set_config('app.client_id', before, true);
end
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.count_changed_employees()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;
-- execute: portal_app

CREATE OR REPLACE PROCEDURE app.count_employees_anew(IN of_client uuid)
 LANGUAGE plpgsql
AS $procedure$
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
$procedure$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.count_gone_employees()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.count_new_employees()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.employees_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  concerned record;
begin
  for concerned in select client_id, array_agg(person_id) as people from changed group by client_id loop
    call app.refresh_employees(concerned.client_id, concerned.people);
  end loop;
  return null;
end
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.employees_follow_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.employees_leave()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from employee
  using gone
  where employee.client_id = gone.client_id
    and employee.person_id = gone.person_id;
  return null;
end
$function$;
-- execute: portal_app

CREATE OR REPLACE PROCEDURE app.fence(IN table_name regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format(
    'create policy client_fence on %s using (client_id = app.client_id()) with check (client_id = app.client_id())',
    table_name
  );
end
$procedure$;
-- execute: portal_app

CREATE OR REPLACE PROCEDURE app.fold_employee_counts(IN of_client uuid)
 LANGUAGE plpgsql
AS $procedure$
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
$procedure$;
-- execute: portal_app

CREATE OR REPLACE PROCEDURE app.fold_when_due(IN of_client uuid)
 LANGUAGE plpgsql
AS $procedure$
begin
  if (
    select count(*) > 64
    from (select from employee_delta where client_id = of_client limit 65) as waiting
  ) then
    call app.fold_employee_counts(of_client);
  end if;
end
$procedure$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.folded(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(replace(replace(replace(replace(translate(lower((regexp_replace(NORMALIZE(words, NFKD), '[̀-ͯ''`‘’ʼ]'::text, ''::text, 'g'::text) COLLATE "und-x-icu")), 'øłđðıħŧ'::text, 'olddiht'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text));
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.mark_everybody()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into person_revision (client_id, person_id, mark)
  values (new.client_id, new.client_id, app.new_mark());
  return null;
end
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.mark_holder()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into person_revision (client_id, person_id, mark)
  values (new.client_id, new.person_id, app.new_mark());
  return null;
end
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.mark_people()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into person_revision (client_id, person_id, mark)
  select client_id, person_id, app.new_mark()
  from (select distinct client_id, person_id from changed where person_id is not null) as people;
  return null;
end
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.mark_subjects()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into person_revision (client_id, person_id, mark)
  select client_id, subject_id, app.new_mark()
  from (select distinct client_id, subject_id from changed) as people;
  return null;
end
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.new_mark()
 RETURNS bigint
 LANGUAGE sql
RETURN hashtextextended((gen_random_uuid())::text, (0)::bigint);
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT (transaction_timestamp() + ( SELECT
                 CASE
                     WHEN (clock.mode = ANY (ARRAY['test'::text, 'demo'::text])) THEN clock.ahead
                     ELSE '00:00:00'::interval
                 END AS "case"
            FROM app.clock));
END;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.present()
 RETURNS TABLE(now timestamp with time zone, today date)
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT moment.now,
     ((moment.now AT TIME ZONE 'Europe/London'::text))::date AS timezone
    FROM ( SELECT (transaction_timestamp() +
                 CASE
                     WHEN (clock.mode = ANY (ARRAY['test'::text, 'demo'::text])) THEN clock.ahead
                     ELSE '00:00:00'::interval
                 END) AS now
            FROM app.clock) moment;
END;
-- execute: portal_app

CREATE OR REPLACE PROCEDURE app.recount_employees(IN of_client uuid, IN from_key text, IN from_person uuid, IN to_key text, IN to_person uuid)
 LANGUAGE plpgsql
AS $procedure$
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
    -- The part keeps its beginning, whoever comes first in it.
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
$procedure$;
-- execute: portal_app

CREATE OR REPLACE PROCEDURE app.refresh_employees(IN of_client uuid, IN people uuid[])
 LANGUAGE plpgsql
AS $procedure$
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
$procedure$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.refuse_changes_to_locked_periods()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Waits for whoever is locking a period right now; the look at payroll_run comes after, and sees what they did.
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
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.refuse_line_after_lock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select
    from (select distinct client_id, period_id from added) as written
    where not exists (
      select
      from payroll_run
      where payroll_run.client_id = written.client_id
        and payroll_run.period_id = written.period_id
        and payroll_run.xmin = pg_current_xact_id()::xid
    )
  ) then
    raise exception 'The payroll run is locked' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return null;
end
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.renew_scheme_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update client set scheme_revision = gen_random_uuid() where client_id in (select client_id from changed);
  return null;
end
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.renew_scheme_revision_for_all()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update client set scheme_revision = gen_random_uuid()
  where client_id in (select client_id from changed where person_id is null);
  return null;
end
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.require_totals_of_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.take_up_of_details()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.take_up_of_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into take_up_mark (client_id, person_id)
  select distinct client_id, person_id
  from changed
  where fact in ('status', 'start-date', 'end-date', 'probation-end');
  return null;
end
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.take_up_of_people()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into take_up_mark (client_id, person_id)
  select distinct client_id, person_id
  from changed;
  return null;
end
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.take_up_of_selections()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;
-- execute: portal_app

CREATE OR REPLACE FUNCTION app.today()
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT ((app.now() AT TIME ZONE 'Europe/London'::text))::date AS timezone;
END;
-- execute: portal_app

create table app.clock (
  one_row boolean not null default true,
  mode text not null default 'live'::text,
  ahead interval not null default '00:00:00'::interval,
  constraint clock_pkey PRIMARY KEY (one_row),
  constraint clock_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text, 'demo'::text]))),
  constraint clock_one_row_check CHECK (one_row)
);
grant select on app.clock to portal_app;
comment on table app.clock is 'How far app.now() runs ahead of the real time; counts only in test and demo mode. Written by the owner alone.';

create table app.migration (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default clock_timestamp(),
  constraint migration_pkey PRIMARY KEY (number)
);
grant select on app.migration to portal_app;
comment on table app.migration is 'Which migration files this database has, each with the checksum of its text.';

create table access_token (
  client_id uuid not null,
  hash bytea not null,
  session_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint access_token_pkey PRIMARY KEY (client_id, hash),
  constraint access_token_client_id_session_id_fkey FOREIGN KEY (client_id, session_id) REFERENCES session(client_id, id)
);
alter table access_token enable row level security;
alter table access_token force row level security;
CREATE INDEX access_token_of_session ON public.access_token USING btree (client_id, session_id);
create policy client_fence on access_token using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select on access_token to portal_app;

create table account (
  client_id uuid not null,
  person_id uuid not null default gen_random_uuid(),
  email text not null,
  user_type text not null,
  state text not null default 'invited'::text,
  password_hash text,
  insights_enabled boolean not null default false,
  first_login boolean not null default true,
  two_factor_secret text,
  activated_at timestamp with time zone,
  last_login_at timestamp with time zone,
  created_at timestamp with time zone not null default app.now(),
  devices_since timestamp with time zone,
  constraint account_pkey PRIMARY KEY (client_id, person_id),
  constraint account_client_id_email_key UNIQUE (client_id, email),
  constraint account_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  constraint account_email_check CHECK ((email = lower(email))),
  constraint account_state_check CHECK ((state = ANY (ARRAY['invited'::text, 'active'::text, 'disabled'::text]))),
  constraint account_user_type_check CHECK ((user_type = ANY (ARRAY['employee'::text, 'employer'::text])))
);
alter table account enable row level security;
alter table account force row level security;
CREATE INDEX account_by_last_login ON public.account USING btree (client_id, COALESCE(last_login_at, '-infinity'::timestamp with time zone), person_id);
CREATE INDEX account_invited ON public.account USING btree (client_id, person_id) WHERE (state = 'invited'::text);
CREATE TRIGGER account_update_marks AFTER UPDATE ON public.account FOR EACH ROW WHEN ((((old.user_type IS DISTINCT FROM new.user_type) OR (old.state IS DISTINCT FROM new.state)) OR (old.two_factor_secret IS DISTINCT FROM new.two_factor_secret))) EXECUTE FUNCTION app.mark_holder();
CREATE TRIGGER employees_follow AFTER UPDATE ON public.account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.employees_follow();
CREATE TRIGGER employees_follow_new AFTER INSERT ON public.account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.employees_follow();
CREATE TRIGGER employees_leave AFTER DELETE ON public.account REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION app.employees_leave();
create policy client_fence on account using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on account to portal_app;

create table approval_decision (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  selection_id uuid not null,
  selection_version integer not null,
  approved boolean not null,
  reason text,
  decided_by uuid not null,
  decided_at timestamp with time zone not null default app.now(),
  constraint approval_decision_pkey PRIMARY KEY (client_id, id),
  constraint approval_decision_client_id_selection_id_selection_version_key UNIQUE (client_id, selection_id, selection_version),
  constraint approval_decision_client_id_selection_id_selection_version_fkey FOREIGN KEY (client_id, selection_id, selection_version) REFERENCES selection_version(client_id, selection_id, version)
);
alter table approval_decision enable row level security;
alter table approval_decision force row level security;
create policy client_fence on approval_decision using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on approval_decision to portal_app;

create table audit_event (
  client_id uuid not null,
  sequence bigint not null,
  entry text not null,
  previous_hash bytea not null,
  hash bytea not null,
  action text not null,
  constraint audit_event_pkey PRIMARY KEY (client_id, sequence)
);
alter table audit_event enable row level security;
alter table audit_event force row level security;
CREATE INDEX audit_event_by_action ON public.audit_event USING btree (client_id, action, sequence);
create policy client_fence on audit_event using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on audit_event to portal_app;

create table audit_head (
  client_id uuid not null,
  sequence bigint not null,
  hash bytea not null,
  constraint audit_head_pkey PRIMARY KEY (client_id)
);
alter table audit_head enable row level security;
alter table audit_head force row level security;
create policy client_fence on audit_head using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on audit_head to portal_app;

create table benefit (
  client_id uuid not null,
  id uuid not null,
  scheme_year_id uuid not null,
  code text not null,
  "position" integer not null default 0,
  name text not null,
  category text not null,
  group_code text,
  provider_name text,
  needs_approval boolean not null,
  definition jsonb not null,
  withdrawn boolean not null default false,
  constraint benefit_pkey PRIMARY KEY (client_id, scheme_year_id, id),
  constraint benefit_client_id_scheme_year_id_code_key UNIQUE (client_id, scheme_year_id, code),
  constraint benefit_client_id_id_code_fkey FOREIGN KEY (client_id, id, code) REFERENCES benefit_code(client_id, id, code),
  constraint benefit_client_id_scheme_year_id_fkey FOREIGN KEY (client_id, scheme_year_id) REFERENCES scheme_year(client_id, id)
);
alter table benefit enable row level security;
alter table benefit force row level security;
CREATE TRIGGER benefit_delete_renews AFTER DELETE ON public.benefit REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision();
CREATE TRIGGER benefit_insert_renews AFTER INSERT ON public.benefit REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision();
CREATE TRIGGER benefit_update_renews AFTER UPDATE ON public.benefit REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision();
create policy client_fence on benefit using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on benefit to portal_app;

create table benefit_code (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  code text not null,
  constraint benefit_code_pkey PRIMARY KEY (client_id, id),
  constraint benefit_code_client_id_code_key UNIQUE (client_id, code),
  constraint benefit_code_client_id_id_code_key UNIQUE (client_id, id, code),
  constraint benefit_code_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
alter table benefit_code enable row level security;
alter table benefit_code force row level security;
create policy client_fence on benefit_code using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on benefit_code to portal_app;

create table benefit_terms_acceptance (
  client_id uuid not null,
  person_id uuid not null,
  benefit_id uuid not null,
  term_id text not null,
  version integer not null,
  accepted_at timestamp with time zone not null default app.now(),
  constraint benefit_terms_acceptance_pkey PRIMARY KEY (client_id, person_id, benefit_id, term_id, version),
  constraint benefit_terms_acceptance_client_id_benefit_id_fkey FOREIGN KEY (client_id, benefit_id) REFERENCES benefit_code(client_id, id),
  constraint benefit_terms_acceptance_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES person_details(client_id, person_id)
);
alter table benefit_terms_acceptance enable row level security;
alter table benefit_terms_acceptance force row level security;
create policy client_fence on benefit_terms_acceptance using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on benefit_terms_acceptance to portal_app;

create table client (
  client_id uuid not null,
  code text not null,
  name text not null,
  theme jsonb not null default '{}'::jsonb,
  support jsonb not null default '{}'::jsonb,
  switches jsonb not null default '{}'::jsonb,
  identity_provider jsonb,
  terms_revision integer not null default 1,
  applied_hash text,
  applied_at timestamp with time zone,
  created_at timestamp with time zone not null default app.now(),
  scheme_revision uuid not null default gen_random_uuid(),
  requires_two_factor boolean,
  voucher_application jsonb,
  constraint client_pkey PRIMARY KEY (client_id)
);
alter table client enable row level security;
alter table client force row level security;
CREATE TRIGGER client_update_marks AFTER UPDATE ON public.client FOR EACH ROW WHEN ((((old.terms_revision IS DISTINCT FROM new.terms_revision) OR (old.requires_two_factor IS DISTINCT FROM new.requires_two_factor)) OR (old.switches IS DISTINCT FROM new.switches))) EXECUTE FUNCTION app.mark_everybody();
create policy client_fence on client using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on client to portal_app;
comment on column client.scheme_revision is 'Another one after every change of scheme years, benefits, rates, windows for everybody, payrolls or pay periods.';

create table client_address (
  name text not null,
  client_id uuid not null,
  constraint client_address_pkey PRIMARY KEY (name),
  constraint client_address_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text))
);
CREATE INDEX client_address_by_client ON public.client_address USING btree (client_id);
grant delete, insert, select, update on client_address to portal_app;

create table client_picture (
  client_id uuid not null,
  name text not null,
  hash text not null,
  media_type text not null,
  bytes bytea not null,
  constraint client_picture_pkey PRIMARY KEY (client_id, name),
  constraint client_picture_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  constraint client_picture_hash_check CHECK ((hash ~ '^[0-9a-f]{32}$'::text)),
  constraint client_picture_media_type_check CHECK ((media_type = ANY (ARRAY['image/svg+xml'::text, 'image/png'::text, 'image/jpeg'::text, 'image/webp'::text])))
);
alter table client_picture enable row level security;
alter table client_picture force row level security;
CREATE INDEX client_picture_by_hash ON public.client_picture USING btree (client_id, hash);
create policy client_fence on client_picture using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on client_picture to portal_app;

create table content_page (
  client_id uuid not null,
  kind text not null,
  "position" integer not null default 0,
  title text not null,
  content text not null default ''::text,
  details jsonb not null default '{}'::jsonb,
  revision integer not null default 1,
  constraint content_page_pkey PRIMARY KEY (client_id, kind, "position"),
  constraint content_page_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
alter table content_page enable row level security;
alter table content_page force row level security;
create policy client_fence on content_page using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on content_page to portal_app;

create table daily_run (
  client_id uuid not null,
  job text not null,
  ran_on date not null,
  constraint daily_run_pkey PRIMARY KEY (client_id, job),
  constraint daily_run_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
alter table daily_run enable row level security;
alter table daily_run force row level security;
create policy client_fence on daily_run using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on daily_run to portal_app;

create table data_load (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  file_name text not null,
  file_hash bytea not null,
  status text not null,
  uploaded_by uuid not null,
  uploaded_at timestamp with time zone not null default app.now(),
  columns jsonb not null default '[]'::jsonb,
  rows integer not null default 0,
  new_people integer,
  changed_people integer,
  leaving_people integer,
  unchanged_people integer,
  fault_count integer not null default 0,
  base_version text,
  preview uuid,
  made_anew boolean not null default false,
  has_difference boolean not null default false,
  attempts integer not null default 0,
  failure text,
  worked_at timestamp with time zone not null default app.now(),
  changed_by uuid,
  confirmed_at timestamp with time zone,
  last_fact bigint,
  undone_at timestamp with time zone,
  taken_back integer,
  left_alone integer,
  drifts integer not null default 0,
  warnings jsonb not null default '[]'::jsonb,
  constraint data_load_pkey PRIMARY KEY (client_id, id),
  constraint data_load_client_id_uploaded_by_fkey FOREIGN KEY (client_id, uploaded_by) REFERENCES account(client_id, person_id),
  constraint data_load_check CHECK (((status = ANY (ARRAY['confirmed'::text, 'undoing'::text, 'undone'::text])) <= (confirmed_at IS NOT NULL))),
  constraint data_load_status_check CHECK ((status = ANY (ARRAY['uploading'::text, 'checking'::text, 'refused'::text, 'ready'::text, 'committing'::text, 'confirmed'::text, 'cancelled'::text, 'undoing'::text, 'undone'::text, 'failed'::text])))
);
alter table data_load enable row level security;
alter table data_load force row level security;
CREATE INDEX data_load_by_time ON public.data_load USING btree (client_id, uploaded_at DESC, id);
CREATE UNIQUE INDEX data_load_under_way ON public.data_load USING btree (client_id) WHERE (status = ANY (ARRAY['uploading'::text, 'checking'::text, 'ready'::text, 'committing'::text, 'undoing'::text]));
create policy client_fence on data_load using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on data_load to portal_app;

create table data_load_difference (
  client_id uuid not null,
  load_id uuid not null,
  "position" integer not null,
  kind text not null,
  person_id uuid,
  name text not null,
  employee_number text,
  benefit_name text not null,
  reason text,
  cost_before jsonb,
  cost_after jsonb,
  constraint data_load_difference_pkey PRIMARY KEY (client_id, load_id, "position"),
  constraint data_load_difference_client_id_load_id_fkey FOREIGN KEY (client_id, load_id) REFERENCES data_load(client_id, id),
  constraint data_load_difference_kind_check CHECK ((kind = ANY (ARRAY['gains'::text, 'loses'::text, 'repriced'::text, 'begins'::text, 'ends'::text])))
);
alter table data_load_difference enable row level security;
alter table data_load_difference force row level security;
create policy client_fence on data_load_difference using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select on data_load_difference to portal_app;

create table data_load_fault (
  client_id uuid not null,
  load_id uuid not null,
  number integer not null,
  line integer not null,
  column_name text,
  value text,
  reason text not null,
  constraint data_load_fault_pkey PRIMARY KEY (client_id, load_id, number),
  constraint data_load_fault_client_id_load_id_fkey FOREIGN KEY (client_id, load_id) REFERENCES data_load(client_id, id)
);
alter table data_load_fault enable row level security;
alter table data_load_fault force row level security;
create policy client_fence on data_load_fault using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select on data_load_fault to portal_app;

create table data_load_person (
  client_id uuid not null,
  load_id uuid not null,
  line integer not null,
  person_id uuid,
  kind text not null,
  name text not null,
  employee_number text not null,
  email text not null,
  fields jsonb not null default '[]'::jsonb,
  details_before jsonb,
  details_after jsonb,
  left_alone boolean not null default false,
  constraint data_load_person_pkey PRIMARY KEY (client_id, load_id, line),
  constraint data_load_person_client_id_load_id_fkey FOREIGN KEY (client_id, load_id) REFERENCES data_load(client_id, id),
  constraint data_load_person_kind_check CHECK ((kind = ANY (ARRAY['new'::text, 'changed'::text, 'leaving'::text])))
);
alter table data_load_person enable row level security;
alter table data_load_person force row level security;
CREATE INDEX data_load_person_of ON public.data_load_person USING btree (client_id, person_id);
create policy client_fence on data_load_person using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on data_load_person to portal_app;

create table data_load_row (
  client_id uuid not null,
  load_id uuid not null,
  line integer not null,
  cells jsonb not null,
  constraint data_load_row_pkey PRIMARY KEY (client_id, load_id, line),
  constraint data_load_row_client_id_load_id_fkey FOREIGN KEY (client_id, load_id) REFERENCES data_load(client_id, id)
);
alter table data_load_row enable row level security;
alter table data_load_row force row level security;
create policy client_fence on data_load_row using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select on data_load_row to portal_app;

create table deduction (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  period_id uuid not null,
  original_period_id uuid,
  person_id uuid not null,
  selection_id uuid not null,
  selection_version integer not null,
  pay_code text not null,
  method text not null,
  employee_pence bigint not null,
  employer_pence bigint not null,
  annual_pence bigint not null,
  effective_from date not null,
  effective_to date,
  constraint deduction_pkey PRIMARY KEY (client_id, id),
  constraint deduction_client_id_selection_id_period_id_original_period__key UNIQUE NULLS NOT DISTINCT (client_id, selection_id, period_id, original_period_id, selection_version, pay_code, method),
  constraint deduction_client_id_original_period_id_fkey FOREIGN KEY (client_id, original_period_id) REFERENCES payroll_period(client_id, id),
  constraint deduction_client_id_period_id_fkey FOREIGN KEY (client_id, period_id) REFERENCES payroll_period(client_id, id),
  constraint deduction_client_id_selection_id_selection_version_fkey FOREIGN KEY (client_id, selection_id, selection_version) REFERENCES selection_version(client_id, selection_id, version),
  constraint deduction_method_check CHECK ((method = ANY (ARRAY['taxable-pay'::text, 'sacrifice'::text, 'sacrifice-opra'::text, 'net-pay'::text, 'relief-at-source'::text, 'net-deduction'::text, 'benefit-in-kind'::text, 'employer-only'::text])))
);
alter table deduction enable row level security;
alter table deduction force row level security;
CREATE INDEX deduction_by_period ON public.deduction USING btree (client_id, period_id);
CREATE TRIGGER deduction_added_while_open AFTER INSERT ON public.deduction REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_changes_to_locked_periods();
CREATE TRIGGER deduction_changed_from_open AFTER UPDATE ON public.deduction REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_changes_to_locked_periods();
CREATE TRIGGER deduction_changed_into_open AFTER UPDATE ON public.deduction REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_changes_to_locked_periods();
CREATE TRIGGER deduction_removed_while_open AFTER DELETE ON public.deduction REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_changes_to_locked_periods();
create policy client_fence on deduction using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on deduction to portal_app;

create table employee (
  client_id uuid not null,
  person_id uuid not null,
  first_name text not null,
  surname text not null,
  email text not null,
  employee_number text,
  registered boolean not null,
  two_factor boolean not null,
  last_login_at timestamp with time zone,
  name_key text not null,
  number_key text not null,
  search text not null,
  constraint employee_pkey PRIMARY KEY (client_id, person_id)
);
alter table employee enable row level security;
alter table employee force row level security;
CREATE INDEX employee_by_email ON public.employee USING btree (client_id, email, person_id) INCLUDE (registered);
CREATE INDEX employee_by_name ON public.employee USING btree (client_id, name_key, person_id) INCLUDE (registered, two_factor);
CREATE INDEX employee_by_number ON public.employee USING btree (client_id, number_key, person_id) INCLUDE (registered);
CREATE INDEX employee_by_registered ON public.employee USING btree (client_id, registered, name_key, person_id);
CREATE INDEX employee_by_two_factor ON public.employee USING btree (client_id, two_factor, name_key, person_id);
CREATE INDEX employee_by_words ON public.employee USING gin (client_id, search gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='256');
CREATE TRIGGER employees_added AFTER INSERT ON public.employee REFERENCING NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION app.count_new_employees();
CREATE TRIGGER employees_changed AFTER UPDATE ON public.employee REFERENCING OLD TABLE AS was_there NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION app.count_changed_employees();
CREATE TRIGGER employees_gone AFTER DELETE ON public.employee REFERENCING OLD TABLE AS was_there FOR EACH STATEMENT EXECUTE FUNCTION app.count_gone_employees();
CREATE TRIGGER take_up_follows_gone AFTER DELETE ON public.employee REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.take_up_of_people();
CREATE TRIGGER take_up_follows_new AFTER INSERT ON public.employee REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.take_up_of_people();
create policy client_fence on employee using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on employee to portal_app;

create table employee_block (
  client_id uuid not null,
  name_key text not null,
  person_id uuid not null,
  people integer not null,
  registered integer not null,
  two_factor integer not null,
  constraint employee_block_pkey PRIMARY KEY (client_id, name_key, person_id)
);
alter table employee_block enable row level security;
alter table employee_block force row level security;
create policy client_fence on employee_block using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on employee_block to portal_app;

create table employee_count (
  client_id uuid not null,
  people integer not null,
  registered integer not null,
  two_factor integer not null,
  constraint employee_count_pkey PRIMARY KEY (client_id)
);
alter table employee_count enable row level security;
alter table employee_count force row level security;
create policy client_fence on employee_count using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on employee_count to portal_app;

create table employee_delta (
  client_id uuid not null,
  id bigint not null generated always as identity,
  name_key text not null,
  person_id uuid not null,
  people integer not null,
  registered integer not null,
  two_factor integer not null,
  constraint employee_delta_pkey PRIMARY KEY (client_id, id)
);
alter table employee_delta enable row level security;
alter table employee_delta force row level security;
create policy client_fence on employee_delta using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on employee_delta to portal_app;

create table employment_fact (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  fact text not null,
  value text,
  effective_from date not null,
  recorded_at timestamp with time zone not null default app.now(),
  sequence bigint not null generated always as identity,
  source text not null,
  recorded_by uuid,
  constraint employment_fact_pkey PRIMARY KEY (client_id, id),
  constraint employment_fact_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES person_details(client_id, person_id),
  constraint employment_fact_fact_check CHECK ((fact = ANY (ARRAY['employee-number'::text, 'payroll-id'::text, 'payroll'::text, 'status'::text, 'start-date'::text, 'end-date'::text, 'probation-end'::text, 'basic-salary'::text, 'benefit-salary'::text, 'pensionable-salary'::text, 'hours-per-week'::text, 'full-time-equivalent'::text, 'cost-centre'::text, 'location'::text, 'tax-country'::text, 'ni-category'::text, 'job-title'::text, 'student-loans'::text, 'apprentice-since'::text, 'leaving-reason'::text, 'bought-days-taken'::text, 'other-relevant-earnings'::text, 'voucher-member-since'::text, 'childcare-account-notice'::text, 'money-purchase-allowance-since'::text, 'pension-opt-out-notice'::text])))
);
alter table employment_fact enable row level security;
alter table employment_fact force row level security;
CREATE INDEX employment_fact_as_of ON public.employment_fact USING btree (client_id, person_id, fact, effective_from DESC, recorded_at DESC, sequence DESC) INCLUDE (value);
CREATE TRIGGER employees_follow_new AFTER INSERT ON public.employment_fact REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.employees_follow_facts();
CREATE TRIGGER employment_fact_delete_marks AFTER DELETE ON public.employment_fact REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER employment_fact_insert_marks AFTER INSERT ON public.employment_fact REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER employment_fact_update_marks AFTER UPDATE ON public.employment_fact REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER take_up_follows_gone AFTER DELETE ON public.employment_fact REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.take_up_of_facts();
CREATE TRIGGER take_up_follows_new AFTER INSERT ON public.employment_fact REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.take_up_of_facts();
create policy client_fence on employment_fact using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on employment_fact to portal_app;

create table enquiry (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  subject text not null,
  subject_label text not null,
  comments text not null,
  received_at timestamp with time zone not null default app.now(),
  constraint enquiry_pkey PRIMARY KEY (client_id, id),
  constraint enquiry_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id),
  constraint enquiry_comments_check CHECK (((length(comments) >= 1) AND (length(comments) <= 5000)))
);
alter table enquiry enable row level security;
alter table enquiry force row level security;
CREATE INDEX enquiry_of_person ON public.enquiry USING btree (client_id, person_id, received_at DESC);
create policy client_fence on enquiry using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on enquiry to portal_app;

create table enrolment_window (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  scheme_year_id uuid not null,
  code text not null,
  cause text not null,
  opens_on date,
  closes_on date,
  rules jsonb not null default '{}'::jsonb,
  person_id uuid,
  constraint enrolment_window_pkey PRIMARY KEY (client_id, id),
  constraint enrolment_window_client_id_scheme_year_id_code_key UNIQUE (client_id, scheme_year_id, code),
  constraint enrolment_window_client_id_scheme_year_id_fkey FOREIGN KEY (client_id, scheme_year_id) REFERENCES scheme_year(client_id, id),
  constraint enrolment_window_cause_check CHECK ((cause = ANY (ARRAY['annual'::text, 'joiner'::text, 'anniversary'::text, 'life-event'::text, 'any-time'::text, 'any-month'::text, 'granted'::text])))
);
alter table enrolment_window enable row level security;
alter table enrolment_window force row level security;
CREATE TRIGGER enrolment_window_delete_marks AFTER DELETE ON public.enrolment_window REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER enrolment_window_delete_renews AFTER DELETE ON public.enrolment_window REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision_for_all();
CREATE TRIGGER enrolment_window_insert_marks AFTER INSERT ON public.enrolment_window REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER enrolment_window_insert_renews AFTER INSERT ON public.enrolment_window REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision_for_all();
CREATE TRIGGER enrolment_window_update_marks AFTER UPDATE ON public.enrolment_window REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER enrolment_window_update_renews AFTER UPDATE ON public.enrolment_window REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision_for_all();
create policy client_fence on enrolment_window using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on enrolment_window to portal_app;

create table entry_token (
  client_id uuid not null,
  hash bytea not null,
  kind text not null,
  person_id uuid not null,
  cookie_hash bytea,
  second_factor boolean not null default false,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  grant_id uuid,
  constraint entry_token_pkey PRIMARY KEY (client_id, hash),
  constraint entry_token_client_id_grant_id_fkey FOREIGN KEY (client_id, grant_id) REFERENCES masquerade_grant(client_id, id),
  constraint entry_token_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id),
  constraint entry_token_check CHECK (((kind = 'msq'::text) = (grant_id IS NOT NULL))),
  constraint entry_token_kind_check CHECK ((kind = ANY (ARRAY['sso'::text, 'msq'::text])))
);
alter table entry_token enable row level security;
alter table entry_token force row level security;
CREATE INDEX entry_token_by_end ON public.entry_token USING btree (client_id, expires_at);
create policy client_fence on entry_token using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on entry_token to portal_app;

create table family_member (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  relationship_type integer not null,
  title text,
  first_name text not null,
  surname text not null,
  date_of_birth date not null,
  sex text,
  active boolean not null default true,
  full_time_education_ends date,
  registered_disabled boolean not null default false,
  recorded_at timestamp with time zone not null default app.now(),
  version integer not null default 1,
  ended_on date,
  ended_by text,
  uncovered_from date,
  disability_confirmed_until date,
  constraint family_member_pkey PRIMARY KEY (client_id, id),
  constraint family_member_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES person_details(client_id, person_id),
  constraint family_member_ended_by_check CHECK ((ended_by = ANY (ARRAY['death'::text, 'divorce'::text]))),
  constraint family_member_ended_check CHECK ((((ended_on IS NULL) = (ended_by IS NULL)) AND ((ended_on IS NULL) = (uncovered_from IS NULL)))),
  constraint family_member_relationship_type_check CHECK ((relationship_type = ANY (ARRAY[1, 2]))),
  constraint family_member_sex_check CHECK ((sex = ANY (ARRAY['female'::text, 'male'::text])))
);
alter table family_member enable row level security;
alter table family_member force row level security;
CREATE INDEX family_member_of ON public.family_member USING btree (client_id, person_id);
CREATE TRIGGER family_member_delete_marks AFTER DELETE ON public.family_member REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER family_member_insert_marks AFTER INSERT ON public.family_member REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER family_member_update_marks AFTER UPDATE ON public.family_member REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
create policy client_fence on family_member using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on family_member to portal_app;

create table idempotency_key (
  client_id uuid not null,
  person_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  body text,
  created_at timestamp with time zone not null default app.now(),
  constraint idempotency_key_pkey PRIMARY KEY (client_id, person_id, key),
  constraint idempotency_key_key_check CHECK (((length(key) >= 8) AND (length(key) <= 200)))
);
alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
CREATE INDEX idempotency_key_by_age ON public.idempotency_key USING btree (client_id, created_at);
create policy client_fence on idempotency_key using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on idempotency_key to portal_app;

create table leaver_notice (
  client_id uuid not null,
  person_id uuid not null,
  last_day date not null,
  lines text not null,
  told_on date not null,
  constraint leaver_notice_pkey PRIMARY KEY (client_id, person_id),
  constraint leaver_notice_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id)
);
alter table leaver_notice enable row level security;
alter table leaver_notice force row level security;
create policy client_fence on leaver_notice using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on leaver_notice to portal_app;

create table life_event (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  scheme_year_id uuid not null,
  kind text not null,
  kind_name text not null,
  event_date date not null,
  family_member_id uuid,
  evidence text not null,
  opens_on date,
  closes_on date,
  decided_by text,
  decision_reason text,
  decided_on date,
  recorded_at timestamp with time zone not null default app.now(),
  constraint life_event_pkey PRIMARY KEY (client_id, id),
  constraint life_event_once UNIQUE NULLS NOT DISTINCT (client_id, person_id, kind, event_date, family_member_id),
  constraint life_event_client_id_family_member_id_fkey FOREIGN KEY (client_id, family_member_id) REFERENCES family_member(client_id, id),
  constraint life_event_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES person_details(client_id, person_id),
  constraint life_event_client_id_scheme_year_id_fkey FOREIGN KEY (client_id, scheme_year_id) REFERENCES scheme_year(client_id, id),
  constraint life_event_check CHECK (((opens_on IS NULL) = (closes_on IS NULL))),
  constraint life_event_check1 CHECK (((evidence = ANY (ARRAY['accepted'::text, 'declined'::text])) = (decided_on IS NOT NULL))),
  constraint life_event_evidence_check CHECK ((evidence = ANY (ARRAY['not-needed'::text, 'requested'::text, 'received'::text, 'accepted'::text, 'declined'::text])))
);
alter table life_event enable row level security;
alter table life_event force row level security;
create policy client_fence on life_event using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on life_event to portal_app;

create table life_event_evidence (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  life_event_id uuid not null,
  file_name text not null,
  media_type text not null,
  bytes bytea not null,
  received_at timestamp with time zone not null default app.now(),
  constraint life_event_evidence_pkey PRIMARY KEY (client_id, id),
  constraint life_event_evidence_client_id_life_event_id_fkey FOREIGN KEY (client_id, life_event_id) REFERENCES life_event(client_id, id)
);
alter table life_event_evidence enable row level security;
alter table life_event_evidence force row level security;
CREATE INDEX life_event_evidence_of ON public.life_event_evidence USING btree (client_id, life_event_id);
create policy client_fence on life_event_evidence using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select on life_event_evidence to portal_app;

create table link (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  kind text not null,
  token_hash bytea not null,
  made_at timestamp with time zone not null default app.now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_because text,
  wrong_dates integer not null default 0,
  verified_at timestamp with time zone,
  browser_hash bytea,
  checks_minute timestamp with time zone,
  checks integer not null default 0,
  key_id text,
  constraint link_pkey PRIMARY KEY (client_id, id),
  constraint link_client_id_token_hash_key UNIQUE (client_id, token_hash),
  constraint link_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id),
  constraint link_check CHECK (((ended_at IS NULL) = (ended_because IS NULL))),
  constraint link_check1 CHECK (((verified_at IS NULL) = (browser_hash IS NULL))),
  constraint link_ended_because_check CHECK ((ended_because = ANY (ARRAY['used'::text, 'password-set'::text]))),
  constraint link_kind_check CHECK ((kind = ANY (ARRAY['reset'::text, 'activation'::text])))
);
alter table link enable row level security;
alter table link force row level security;
CREATE INDEX link_expiring ON public.link USING btree (client_id, expires_at);
CREATE INDEX link_of_person ON public.link USING btree (client_id, person_id);
create policy client_fence on link using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on link to portal_app;

create table link_count (
  client_id uuid not null,
  what text not null,
  counted bytea not null,
  moments timestamp with time zone[] not null,
  latest timestamp with time zone not null,
  constraint link_count_pkey PRIMARY KEY (client_id, what, counted),
  constraint link_count_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  constraint link_count_what_check CHECK ((what = ANY (ARRAY['asked-for'::text, 'asked-from'::text, 'wrong-date'::text])))
);
alter table link_count enable row level security;
alter table link_count force row level security;
CREATE INDEX link_count_over ON public.link_count USING btree (client_id, latest);
create policy client_fence on link_count using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on link_count to portal_app;

create table login_attempt (
  client_id uuid not null,
  identifier_hash bytea not null,
  lane text not null,
  failures integer not null,
  locked_until timestamp with time zone,
  changed_at timestamp with time zone not null default app.now(),
  constraint login_attempt_pkey PRIMARY KEY (client_id, identifier_hash, lane),
  constraint login_attempt_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
alter table login_attempt enable row level security;
alter table login_attempt force row level security;
create policy client_fence on login_attempt using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on login_attempt to portal_app;

create table login_challenge (
  client_id uuid not null,
  cookie_hash bytea not null,
  ticket_hash bytea not null,
  person_id uuid not null,
  codes integer not null default 0,
  pending_seed text,
  pending_until timestamp with time zone,
  first_step integer,
  expires_at timestamp with time zone not null,
  came_by text not null default 'password'::text,
  constraint login_challenge_pkey PRIMARY KEY (client_id, cookie_hash),
  constraint login_challenge_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id),
  constraint login_challenge_came_by_check CHECK ((came_by = ANY (ARRAY['password'::text, 'single-sign-on'::text])))
);
alter table login_challenge enable row level security;
alter table login_challenge force row level security;
CREATE INDEX login_challenge_of_person ON public.login_challenge USING btree (client_id, person_id);
create policy client_fence on login_challenge using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on login_challenge to portal_app;

create table login_count (
  client_id uuid not null,
  day date not null,
  logins integer not null,
  constraint login_count_pkey PRIMARY KEY (client_id, day),
  constraint login_count_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  constraint login_count_logins_check CHECK ((logins > 0))
);
alter table login_count enable row level security;
alter table login_count force row level security;
create policy client_fence on login_count using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on login_count to portal_app;

create table mail (
  client_id uuid not null,
  id uuid not null,
  kind text not null,
  person_id uuid,
  address text,
  cause text not null,
  data text,
  state text not null default 'queued'::text,
  attempts integer not null default 0,
  queued_at timestamp with time zone not null default app.now(),
  due_at timestamp with time zone not null default app.now(),
  ended_at timestamp with time zone,
  last_error text,
  constraint mail_pkey PRIMARY KEY (client_id, id),
  constraint mail_client_id_person_id_address_cause_key UNIQUE NULLS NOT DISTINCT (client_id, person_id, address, cause),
  constraint mail_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  constraint mail_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id),
  constraint mail_address_check CHECK (((address = lower(address)) AND (address !~ '[[:cntrl:][:space:]]'::text))),
  constraint mail_cause_check CHECK (((length(cause) >= 1) AND (length(cause) <= 200))),
  constraint mail_check CHECK (((person_id IS NULL) <> (address IS NULL))),
  constraint mail_check1 CHECK (((state = 'queued'::text) = (ended_at IS NULL))),
  constraint mail_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text]))),
  constraint mail_wiped CHECK (((state = 'queued'::text) OR (data IS NULL)))
);
alter table mail enable row level security;
alter table mail force row level security;
CREATE INDEX mail_due ON public.mail USING btree (client_id, due_at, id) WHERE (state = 'queued'::text);
CREATE INDEX mail_ended ON public.mail USING btree (client_id, ended_at) WHERE (state <> 'queued'::text);
CREATE INDEX mail_given_up ON public.mail USING btree (client_id, ended_at) WHERE (state = 'failed'::text);
create policy client_fence on mail using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on mail to portal_app;

create table masquerade_grant (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  granted_by text not null,
  actor text not null,
  actor_person_id uuid,
  actor_session_id uuid,
  person_id uuid not null,
  scheme_year_id uuid not null,
  scheme_year integer not null,
  reason text,
  granted_at timestamp with time zone not null default app.now(),
  ended_at timestamp with time zone,
  constraint masquerade_grant_pkey PRIMARY KEY (client_id, id),
  constraint masquerade_grant_client_id_actor_person_id_fkey FOREIGN KEY (client_id, actor_person_id) REFERENCES account(client_id, person_id),
  constraint masquerade_grant_client_id_actor_session_id_fkey FOREIGN KEY (client_id, actor_session_id) REFERENCES session(client_id, id),
  constraint masquerade_grant_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id),
  constraint masquerade_grant_actor_check CHECK (((length(actor) >= 1) AND (length(actor) <= 100))),
  constraint masquerade_grant_check CHECK (((granted_by = 'employer'::text) = ((actor_person_id IS NOT NULL) AND (actor_session_id IS NOT NULL)))),
  constraint masquerade_grant_check1 CHECK (((granted_by = 'employer'::text) OR (reason IS NOT NULL))),
  constraint masquerade_grant_granted_by_check CHECK ((granted_by = ANY (ARRAY['operator'::text, 'employer'::text]))),
  constraint masquerade_grant_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);
alter table masquerade_grant enable row level security;
alter table masquerade_grant force row level security;
CREATE INDEX masquerade_grant_by_actor ON public.masquerade_grant USING btree (client_id, actor, granted_at);
create policy client_fence on masquerade_grant using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on masquerade_grant to portal_app;

create table medical_answer (
  client_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  benefit_id uuid not null,
  questions text not null,
  sealed text not null,
  answered_at timestamp with time zone not null default app.now(),
  constraint medical_answer_pkey PRIMARY KEY (client_id, id),
  constraint medical_answer_client_id_person_id_benefit_id_key UNIQUE (client_id, person_id, benefit_id),
  constraint medical_answer_client_id_benefit_id_fkey FOREIGN KEY (client_id, benefit_id) REFERENCES benefit_code(client_id, id),
  constraint medical_answer_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES person_details(client_id, person_id)
);
alter table medical_answer enable row level security;
alter table medical_answer force row level security;
create policy client_fence on medical_answer using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on medical_answer to portal_app;

create table notice_given (
  client_id uuid not null,
  person_id uuid not null,
  about text not null,
  given_on date not null,
  constraint notice_given_pkey PRIMARY KEY (client_id, person_id, about),
  constraint notice_given_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id),
  constraint notice_given_about_check CHECK (((length(about) >= 1) AND (length(about) <= 200)))
);
alter table notice_given enable row level security;
alter table notice_given force row level security;
create policy client_fence on notice_given using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on notice_given to portal_app;

create table owed_at_leaving (
  client_id uuid not null,
  selection_id uuid not null,
  person_id uuid not null,
  last_day date not null,
  rule text not null,
  pay_code text not null,
  left_pence bigint not null,
  most_pence bigint not null,
  basis jsonb,
  taken_pence bigint,
  taken_on date,
  not_taken_pence bigint not null default 0,
  constraint owed_at_leaving_pkey PRIMARY KEY (client_id, selection_id),
  constraint owed_at_leaving_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES person_details(client_id, person_id),
  constraint owed_at_leaving_client_id_selection_id_fkey FOREIGN KEY (client_id, selection_id) REFERENCES selection(client_id, id),
  constraint owed_at_leaving_check CHECK (((taken_pence IS NULL) = (taken_on IS NULL))),
  constraint owed_at_leaving_rule_check CHECK ((rule = ANY (ARRAY['net-pay'::text, 'owed'::text, 'transfer'::text, 'settle'::text, 'drop'::text])))
);
alter table owed_at_leaving enable row level security;
alter table owed_at_leaving force row level security;
CREATE INDEX owed_at_leaving_by_person ON public.owed_at_leaving USING btree (client_id, person_id);
create policy client_fence on owed_at_leaving using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on owed_at_leaving to portal_app;

create table password_check (
  client_id uuid not null,
  person_id uuid not null,
  minute timestamp with time zone not null,
  checks integer not null,
  comparisons integer not null default 0,
  compared_since timestamp with time zone,
  constraint password_check_pkey PRIMARY KEY (client_id, person_id),
  constraint password_check_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id)
);
alter table password_check enable row level security;
alter table password_check force row level security;
create policy client_fence on password_check using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on password_check to portal_app;

create table password_history (
  client_id uuid not null,
  person_id uuid not null,
  id uuid not null default gen_random_uuid(),
  password_hash text not null,
  replaced_at timestamp with time zone not null default app.now(),
  sequence bigint not null generated always as identity,
  constraint password_history_pkey PRIMARY KEY (client_id, person_id, id),
  constraint password_history_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id)
);
alter table password_history enable row level security;
alter table password_history force row level security;
create policy client_fence on password_history using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select on password_history to portal_app;

create table payroll (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  scheme_year_id uuid not null,
  code text not null,
  name text not null,
  frequency text not null,
  format jsonb not null default '{}'::jsonb,
  final_pay text,
  constraint payroll_pkey PRIMARY KEY (client_id, id),
  constraint payroll_client_id_code_key UNIQUE (client_id, code),
  constraint payroll_client_id_scheme_year_id_fkey FOREIGN KEY (client_id, scheme_year_id) REFERENCES scheme_year(client_id, id),
  constraint payroll_final_pay_check CHECK ((final_pay = 'next-period'::text)),
  constraint payroll_frequency_check CHECK ((frequency = ANY (ARRAY['monthly'::text, 'four-weekly'::text, 'fortnightly'::text, 'weekly'::text])))
);
alter table payroll enable row level security;
alter table payroll force row level security;
CREATE TRIGGER payroll_delete_renews AFTER DELETE ON public.payroll REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision();
CREATE TRIGGER payroll_insert_renews AFTER INSERT ON public.payroll REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision();
CREATE TRIGGER payroll_update_renews AFTER UPDATE ON public.payroll REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision();
create policy client_fence on payroll using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on payroll to portal_app;
comment on column payroll.scheme_year_id is 'The newest scheme year whose folder names the payroll.';

create table payroll_line (
  client_id uuid not null,
  period_id uuid not null,
  number integer not null,
  person_id uuid not null,
  selection_id uuid,
  change_type text not null,
  employee_pence bigint not null,
  employer_pence bigint not null,
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
  tax_relief_pence bigint not null default 0,
  constraint payroll_line_pkey PRIMARY KEY (client_id, period_id, number),
  constraint payroll_line_client_id_period_id_fkey FOREIGN KEY (client_id, period_id) REFERENCES payroll_run(client_id, period_id),
  constraint payroll_line_change_type_check CHECK ((change_type = ANY (ARRAY['New'::text, 'Continue'::text, 'Update'::text, 'Closing'::text, 'Closed'::text, 'Cancelled'::text, 'Leaver'::text, 'Paused'::text, 'Adjustment'::text])))
);
alter table payroll_line enable row level security;
alter table payroll_line force row level security;
CREATE INDEX payroll_line_of_selection ON public.payroll_line USING btree (client_id, selection_id);
CREATE TRIGGER payroll_line_written_with_its_run AFTER INSERT ON public.payroll_line REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_line_after_lock();
create policy client_fence on payroll_line using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on payroll_line to portal_app;

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
  constraint payroll_period_pkey PRIMARY KEY (client_id, id),
  constraint payroll_period_client_id_payroll_id_year_number_key UNIQUE (client_id, payroll_id, year, number),
  constraint payroll_period_client_id_payroll_id_fkey FOREIGN KEY (client_id, payroll_id) REFERENCES payroll(client_id, id),
  constraint payroll_period_check CHECK ((ends_on >= starts_on))
);
alter table payroll_period enable row level security;
alter table payroll_period force row level security;
CREATE INDEX payroll_period_by_date ON public.payroll_period USING btree (client_id, payroll_id, starts_on);
CREATE TRIGGER payroll_period_delete_renews AFTER DELETE ON public.payroll_period REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision();
CREATE TRIGGER payroll_period_insert_renews AFTER INSERT ON public.payroll_period REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision();
CREATE TRIGGER payroll_period_update_renews AFTER UPDATE ON public.payroll_period REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision();
create policy client_fence on payroll_period using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on payroll_period to portal_app;

create table payroll_run (
  client_id uuid not null,
  period_id uuid not null,
  locked_at timestamp with time zone not null default app.now(),
  locked_by uuid,
  line_count integer not null,
  employee_pence bigint not null,
  employer_pence bigint not null,
  constraint payroll_run_pkey PRIMARY KEY (client_id, period_id),
  constraint payroll_run_client_id_period_id_fkey FOREIGN KEY (client_id, period_id) REFERENCES payroll_period(client_id, id),
  constraint payroll_run_totals TRIGGER DEFERRABLE INITIALLY DEFERRED
);
alter table payroll_run enable row level security;
alter table payroll_run force row level security;
CREATE CONSTRAINT TRIGGER payroll_run_totals AFTER INSERT ON public.payroll_run DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.require_totals_of_lines();
create policy client_fence on payroll_run using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on payroll_run to portal_app;

create table pension_assessment (
  client_id uuid not null,
  person_id uuid not null,
  from_day date not null,
  to_day date not null,
  benefit_id uuid not null,
  period_from date not null,
  period_to date not null,
  frequency text not null,
  category text not null,
  age integer not null,
  earnings_pence bigint,
  trigger_pence bigint not null,
  lower_pence bigint not null,
  outcome text not null,
  postponed_to date,
  letter text,
  informed_on date,
  assessed_on date not null,
  facts_known bigint not null,
  date_of_birth date not null,
  constraint pension_assessment_pkey PRIMARY KEY (client_id, person_id, from_day),
  constraint pension_assessment_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES person_details(client_id, person_id),
  constraint pension_assessment_category_check CHECK ((category = ANY (ARRAY['eligible'::text, 'non-eligible'::text, 'entitled'::text, 'outside'::text]))),
  constraint pension_assessment_check CHECK ((from_day <= to_day)),
  constraint pension_assessment_frequency_check CHECK ((frequency = ANY (ARRAY['weekly'::text, 'fortnightly'::text, 'four-weekly'::text, 'monthly'::text]))),
  constraint pension_assessment_letter_check CHECK ((letter = ANY (ARRAY['enrolled'::text, 're-enrolled'::text, 'opted-in'::text, 'postponed'::text, 'right-to-opt-in'::text, 'right-to-join'::text]))),
  constraint pension_assessment_outcome_check CHECK ((outcome = ANY (ARRAY['enrolled'::text, 're-enrolled'::text, 'opted-in'::text, 'joined'::text, 'member'::text, 'postponed'::text, 'may-opt-in'::text, 'may-join'::text, 'outside'::text, 'opted-out'::text, 'left'::text, 'recently-left'::text, 'leaving'::text, 'before-portal'::text, 'no-price'::text])))
);
alter table pension_assessment enable row level security;
alter table pension_assessment force row level security;
CREATE INDEX pension_assessment_to_inform ON public.pension_assessment USING btree (client_id) WHERE ((letter IS NOT NULL) AND (informed_on IS NULL));
create policy client_fence on pension_assessment using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on pension_assessment to portal_app;

create table person_details (
  client_id uuid not null,
  person_id uuid not null,
  title text,
  first_name text not null,
  surname text not null,
  date_of_birth date not null,
  sex text,
  national_insurance_number text,
  avatar text,
  contact jsonb not null default '{}'::jsonb,
  constraint person_details_pkey PRIMARY KEY (client_id, person_id),
  constraint person_details_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  constraint person_details_sex_check CHECK ((sex = ANY (ARRAY['female'::text, 'male'::text])))
);
alter table person_details enable row level security;
alter table person_details force row level security;
CREATE TRIGGER employees_follow AFTER UPDATE ON public.person_details REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.employees_follow();
CREATE TRIGGER employees_follow_new AFTER INSERT ON public.person_details REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.employees_follow();
CREATE TRIGGER employees_leave AFTER DELETE ON public.person_details REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION app.employees_leave();
CREATE TRIGGER person_details_delete_marks AFTER DELETE ON public.person_details REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER person_details_insert_marks AFTER INSERT ON public.person_details REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER person_details_update_marks AFTER UPDATE ON public.person_details REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER take_up_follows AFTER UPDATE ON public.person_details REFERENCING OLD TABLE AS was_there NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION app.take_up_of_details();
create policy client_fence on person_details using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on person_details to portal_app;

create table person_revision (
  client_id uuid not null,
  person_id uuid not null,
  mark bigint not null,
  constraint person_revision_pkey PRIMARY KEY (client_id, person_id, mark)
);
alter table person_revision enable row level security;
alter table person_revision force row level security;
create policy client_fence on person_revision using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select on person_revision to portal_app;
comment on table person_revision is 'One row for each change of what a price of somebody is made of or what their sessions stand on; under the client''s own id, for each change of its rules for everybody''s. The daily job folds many into one.';

create table rate_table (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  scheme_year_id uuid not null,
  name text not null,
  content jsonb not null,
  constraint rate_table_pkey PRIMARY KEY (client_id, id),
  constraint rate_table_client_id_scheme_year_id_name_key UNIQUE (client_id, scheme_year_id, name),
  constraint rate_table_client_id_scheme_year_id_fkey FOREIGN KEY (client_id, scheme_year_id) REFERENCES scheme_year(client_id, id)
);
alter table rate_table enable row level security;
alter table rate_table force row level security;
CREATE TRIGGER rate_table_delete_renews AFTER DELETE ON public.rate_table REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision();
CREATE TRIGGER rate_table_insert_renews AFTER INSERT ON public.rate_table REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision();
CREATE TRIGGER rate_table_update_renews AFTER UPDATE ON public.rate_table REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision();
create policy client_fence on rate_table using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on rate_table to portal_app;

create table recovery_code (
  client_id uuid not null,
  person_id uuid not null,
  hash bytea not null,
  made_at timestamp with time zone not null default app.now(),
  constraint recovery_code_pkey PRIMARY KEY (client_id, person_id, hash),
  constraint recovery_code_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id)
);
alter table recovery_code enable row level security;
alter table recovery_code force row level security;
create policy client_fence on recovery_code using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select on recovery_code to portal_app;

create table refresh_token (
  client_id uuid not null,
  cookie_hash bytea not null,
  answer_hash bytea not null,
  session_id uuid not null,
  parent_hash bytea,
  created_at timestamp with time zone not null default app.now(),
  retired_at timestamp with time zone,
  constraint refresh_token_pkey PRIMARY KEY (client_id, cookie_hash),
  constraint refresh_token_client_id_parent_hash_key UNIQUE (client_id, parent_hash),
  constraint refresh_token_client_id_session_id_fkey FOREIGN KEY (client_id, session_id) REFERENCES session(client_id, id)
);
alter table refresh_token enable row level security;
alter table refresh_token force row level security;
CREATE INDEX refresh_token_of_session ON public.refresh_token USING btree (client_id, session_id);
create policy client_fence on refresh_token using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on refresh_token to portal_app;

create table report_run (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  type text not null,
  year integer not null,
  month integer not null,
  label text not null,
  provider_name text,
  period_id uuid,
  file_name text not null,
  media_type text not null,
  bytes bytea not null,
  created_at timestamp with time zone not null default app.now(),
  encoding text,
  layout jsonb,
  constraint report_run_pkey PRIMARY KEY (client_id, id),
  constraint report_run_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  constraint report_run_encoding_check CHECK ((encoding = 'gzip'::text)),
  constraint report_run_month_check CHECK (((month >= 1) AND (month <= 12))),
  constraint report_run_type_check CHECK ((type = ANY (ARRAY['payroll'::text, 'provider'::text])))
);
alter table report_run enable row level security;
alter table report_run force row level security;
CREATE INDEX report_run_listed ON public.report_run USING btree (client_id, type, year DESC, month DESC);
create policy client_fence on report_run using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on report_run to portal_app;

create table robot_proof (
  client_id uuid not null,
  proof_hash bytea not null,
  used_at timestamp with time zone not null,
  constraint robot_proof_pkey PRIMARY KEY (client_id, proof_hash),
  constraint robot_proof_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
alter table robot_proof enable row level security;
alter table robot_proof force row level security;
CREATE INDEX robot_proof_over ON public.robot_proof USING btree (client_id, used_at);
create policy client_fence on robot_proof using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on robot_proof to portal_app;

create table scheme_file (
  client_id uuid not null,
  year integer not null,
  name text not null,
  content text not null,
  constraint scheme_file_pkey PRIMARY KEY (client_id, year, name),
  constraint scheme_file_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
alter table scheme_file enable row level security;
alter table scheme_file force row level security;
create policy client_fence on scheme_file using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on scheme_file to portal_app;

create table scheme_year (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  year integer not null,
  starts_on date not null,
  ends_on date not null,
  life_event_kinds jsonb not null default '[]'::jsonb,
  provider_formats jsonb not null default '[]'::jsonb,
  constraint scheme_year_pkey PRIMARY KEY (client_id, id),
  constraint scheme_year_client_id_year_key UNIQUE (client_id, year),
  constraint scheme_year_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  constraint scheme_year_check CHECK ((ends_on > starts_on))
);
alter table scheme_year enable row level security;
alter table scheme_year force row level security;
CREATE TRIGGER scheme_year_delete_renews AFTER DELETE ON public.scheme_year REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision();
CREATE TRIGGER scheme_year_insert_renews AFTER INSERT ON public.scheme_year REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision();
CREATE TRIGGER scheme_year_update_renews AFTER UPDATE ON public.scheme_year REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_scheme_revision();
create policy client_fence on scheme_year using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on scheme_year to portal_app;

create table selection (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  benefit_id uuid not null,
  state text not null,
  version integer not null,
  running_version integer,
  changed_at timestamp with time zone not null default app.now(),
  constraint selection_pkey PRIMARY KEY (client_id, id),
  constraint selection_client_id_person_id_benefit_id_key UNIQUE (client_id, person_id, benefit_id),
  constraint selection_client_id_benefit_id_fkey FOREIGN KEY (client_id, benefit_id) REFERENCES benefit_code(client_id, id),
  constraint selection_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES person_details(client_id, person_id),
  constraint selection_state_check CHECK ((state = ANY (ARRAY['none'::text, 'draft'::text, 'pending'::text, 'active'::text, 'pending-change'::text, 'pended'::text, 'rejected'::text, 'opted-out'::text, 'withdrawn'::text, 'ended'::text])))
);
alter table selection enable row level security;
alter table selection force row level security;
CREATE INDEX selection_by_state ON public.selection USING btree (client_id, state, benefit_id);
CREATE TRIGGER selection_delete_marks AFTER DELETE ON public.selection REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER selection_insert_marks AFTER INSERT ON public.selection REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER selection_update_marks AFTER UPDATE ON public.selection REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER take_up_follows AFTER UPDATE ON public.selection REFERENCING OLD TABLE AS was_there NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION app.take_up_of_selections();
CREATE TRIGGER take_up_follows_gone AFTER DELETE ON public.selection REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.take_up_of_people();
CREATE TRIGGER take_up_follows_new AFTER INSERT ON public.selection REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.take_up_of_people();
create policy client_fence on selection using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on selection to portal_app;

create table selection_version (
  client_id uuid not null,
  selection_id uuid not null,
  version integer not null,
  state text not null,
  action text not null,
  choice jsonb not null,
  people_covered jsonb not null default '[]'::jsonb,
  price jsonb,
  effective_from date,
  effective_to date,
  replaces integer,
  actor_id uuid,
  subject_id uuid not null,
  reason text,
  recorded_at timestamp with time zone not null default app.now(),
  fixed_total boolean not null generated always as (COALESCE((price @? '$."parts"[*]?(@."spread"."kind" != "recurring")'::jsonpath), false)) stored,
  scheme_year_id uuid not null,
  constraint selection_version_pkey PRIMARY KEY (client_id, selection_id, version),
  constraint selection_version_client_id_scheme_year_id_fkey FOREIGN KEY (client_id, scheme_year_id) REFERENCES scheme_year(client_id, id),
  constraint selection_version_client_id_selection_id_fkey FOREIGN KEY (client_id, selection_id) REFERENCES selection(client_id, id)
);
alter table selection_version enable row level security;
alter table selection_version force row level security;
CREATE INDEX selection_version_of_fixed_total ON public.selection_version USING btree (client_id, selection_id) WHERE fixed_total;
CREATE INDEX selection_version_of_subject ON public.selection_version USING btree (client_id, subject_id);
CREATE TRIGGER selection_version_delete_marks AFTER DELETE ON public.selection_version REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_subjects();
CREATE TRIGGER selection_version_insert_marks AFTER INSERT ON public.selection_version REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_subjects();
CREATE TRIGGER selection_version_update_marks AFTER UPDATE ON public.selection_version REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_subjects();
create policy client_fence on selection_version using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on selection_version to portal_app;

create table session (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  started_at timestamp with time zone not null default app.now(),
  last_used_at timestamp with time zone not null default app.now(),
  ended_at timestamp with time zone,
  ended_because text,
  came_by text not null default 'password'::text,
  user_agent text,
  device_hash bytea,
  grant_id uuid,
  second_factor boolean not null default false,
  constraint session_pkey PRIMARY KEY (client_id, id),
  constraint session_client_id_grant_id_fkey FOREIGN KEY (client_id, grant_id) REFERENCES masquerade_grant(client_id, id),
  constraint session_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id),
  constraint session_came_by_check CHECK ((came_by = ANY (ARRAY['password'::text, 'single-sign-on'::text, 'masquerade'::text]))),
  constraint session_check CHECK (((came_by = 'masquerade'::text) = (grant_id IS NOT NULL))),
  constraint session_ended_because_check CHECK ((ended_because ~ '^[a-z]+(-[a-z]+)*$'::text))
);
alter table session enable row level security;
alter table session force row level security;
CREATE INDEX session_of_person ON public.session USING btree (client_id, person_id, started_at DESC);
create policy client_fence on session using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on session to portal_app;

create table sign_in_try (
  client_id uuid not null,
  source bytea not null,
  identifier_hash bytea not null,
  tried_at timestamp with time zone not null,
  constraint sign_in_try_pkey PRIMARY KEY (client_id, source, identifier_hash),
  constraint sign_in_try_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
alter table sign_in_try enable row level security;
alter table sign_in_try force row level security;
CREATE INDEX sign_in_try_over ON public.sign_in_try USING btree (client_id, tried_at);
create policy client_fence on sign_in_try using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on sign_in_try to portal_app;

create table sign_on_assertion (
  client_id uuid not null,
  provider text not null,
  assertion text not null,
  expires_at timestamp with time zone not null,
  constraint sign_on_assertion_pkey PRIMARY KEY (client_id, provider, assertion),
  constraint sign_on_assertion_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  constraint sign_on_assertion_assertion_check CHECK (((length(assertion) >= 1) AND (length(assertion) <= 1024)))
);
alter table sign_on_assertion enable row level security;
alter table sign_on_assertion force row level security;
CREATE INDEX sign_on_assertion_by_end ON public.sign_on_assertion USING btree (client_id, expires_at);
create policy client_fence on sign_on_assertion using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select on sign_on_assertion to portal_app;

create table sign_on_identity (
  client_id uuid not null,
  provider text not null,
  subject text not null,
  person_id uuid not null,
  linked_at timestamp with time zone not null default app.now(),
  constraint sign_on_identity_pkey PRIMARY KEY (client_id, provider, subject),
  constraint sign_on_identity_client_id_provider_person_id_key UNIQUE (client_id, provider, person_id),
  constraint sign_on_identity_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id),
  constraint sign_on_identity_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 1024)))
);
alter table sign_on_identity enable row level security;
alter table sign_on_identity force row level security;
create policy client_fence on sign_on_identity using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select on sign_on_identity to portal_app;

create table sprayed_source (
  client_id uuid not null,
  source bytea not null,
  since timestamp with time zone not null,
  constraint sprayed_source_pkey PRIMARY KEY (client_id, source),
  constraint sprayed_source_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
alter table sprayed_source enable row level security;
alter table sprayed_source force row level security;
create policy client_fence on sprayed_source using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on sprayed_source to portal_app;

create table statement_row (
  client_id uuid not null,
  person_id uuid not null,
  benefit_group text not null,
  year integer not null,
  month integer not null,
  employee_pence bigint not null,
  employer_pence bigint not null,
  constraint statement_row_pkey PRIMARY KEY (client_id, person_id, benefit_group, year, month),
  constraint statement_row_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES person_details(client_id, person_id),
  constraint statement_row_month_check CHECK (((month >= 1) AND (month <= 12)))
);
alter table statement_row enable row level security;
alter table statement_row force row level security;
create policy client_fence on statement_row using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on statement_row to portal_app;

create table take_up_benefit (
  client_id uuid not null,
  benefit_id uuid not null,
  "position" integer not null,
  name text not null,
  category text not null,
  withdrawn boolean not null,
  age_from integer,
  age_to integer,
  open_in_probation boolean not null,
  for_holders boolean not null,
  constraint take_up_benefit_pkey PRIMARY KEY (client_id, benefit_id)
);
alter table take_up_benefit enable row level security;
alter table take_up_benefit force row level security;
create policy client_fence on take_up_benefit using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select on take_up_benefit to portal_app;

create table take_up_count (
  client_id uuid not null,
  benefit_id uuid not null,
  dimension text not null,
  band text not null,
  eligible integer not null,
  selected integer not null,
  opted_out integer not null,
  constraint take_up_count_pkey PRIMARY KEY (client_id, benefit_id, dimension, band)
);
alter table take_up_count enable row level security;
alter table take_up_count force row level security;
create policy client_fence on take_up_count using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on take_up_count to portal_app;

create table take_up_head (
  client_id uuid not null,
  scheme_revision uuid,
  scheme_year_id uuid,
  constraint take_up_head_pkey PRIMARY KEY (client_id)
);
alter table take_up_head enable row level security;
alter table take_up_head force row level security;
create policy client_fence on take_up_head using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on take_up_head to portal_app;

create table take_up_mark (
  client_id uuid not null,
  person_id uuid not null,
  mark bigint not null default app.new_mark(),
  constraint take_up_mark_pkey PRIMARY KEY (client_id, person_id, mark)
);
alter table take_up_mark enable row level security;
alter table take_up_mark force row level security;
create policy client_fence on take_up_mark using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select on take_up_mark to portal_app;

create table take_up_person (
  client_id uuid not null,
  person_id uuid not null,
  employed boolean not null,
  age smallint not null,
  sex text,
  service_years smallint,
  past_probation boolean not null,
  selected uuid[] not null,
  opted_out uuid[] not null,
  ended uuid[] not null,
  changes_on date,
  constraint take_up_person_pkey PRIMARY KEY (client_id, person_id)
);
alter table take_up_person enable row level security;
alter table take_up_person force row level security;
CREATE INDEX take_up_person_due ON public.take_up_person USING btree (client_id, changes_on) WHERE (changes_on IS NOT NULL);
CREATE INDEX take_up_person_holding ON public.take_up_person USING gin (client_id, selected, opted_out);
create policy client_fence on take_up_person using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on take_up_person to portal_app;

create table terms_acceptance (
  client_id uuid not null,
  person_id uuid not null,
  revision integer not null,
  accepted_at timestamp with time zone not null default app.now(),
  constraint terms_acceptance_pkey PRIMARY KEY (client_id, person_id, revision),
  constraint terms_acceptance_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id)
);
alter table terms_acceptance enable row level security;
alter table terms_acceptance force row level security;
CREATE TRIGGER terms_acceptance_delete_marks AFTER DELETE ON public.terms_acceptance REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER terms_acceptance_insert_marks AFTER INSERT ON public.terms_acceptance REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER terms_acceptance_update_marks AFTER UPDATE ON public.terms_acceptance REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
create policy client_fence on terms_acceptance using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on terms_acceptance to portal_app;

create table two_factor_code (
  client_id uuid not null,
  person_id uuid not null,
  step integer not null,
  constraint two_factor_code_pkey PRIMARY KEY (client_id, person_id, step),
  constraint two_factor_code_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id)
);
alter table two_factor_code enable row level security;
alter table two_factor_code force row level security;
create policy client_fence on two_factor_code using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select on two_factor_code to portal_app;

create table two_factor_disabling (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  reason text not null,
  disabled_at timestamp with time zone not null default app.now(),
  constraint two_factor_disabling_pkey PRIMARY KEY (client_id, id),
  constraint two_factor_disabling_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id),
  constraint two_factor_disabling_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 1000)))
);
alter table two_factor_disabling enable row level security;
alter table two_factor_disabling force row level security;
CREATE INDEX two_factor_disabling_of_person ON public.two_factor_disabling USING btree (client_id, person_id, disabled_at DESC);
create policy client_fence on two_factor_disabling using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on two_factor_disabling to portal_app;

create table two_factor_setup (
  client_id uuid not null,
  session_id uuid not null,
  person_id uuid not null,
  seed text not null,
  first_step integer,
  expires_at timestamp with time zone not null,
  constraint two_factor_setup_pkey PRIMARY KEY (client_id, session_id),
  constraint two_factor_setup_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id),
  constraint two_factor_setup_client_id_session_id_fkey FOREIGN KEY (client_id, session_id) REFERENCES session(client_id, id)
);
alter table two_factor_setup enable row level security;
alter table two_factor_setup force row level security;
CREATE INDEX two_factor_setup_of_person ON public.two_factor_setup USING btree (client_id, person_id);
create policy client_fence on two_factor_setup using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on two_factor_setup to portal_app;

create table two_factor_try (
  client_id uuid not null,
  person_id uuid not null,
  tried_at timestamp with time zone[] not null,
  constraint two_factor_try_pkey PRIMARY KEY (client_id, person_id),
  constraint two_factor_try_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id)
);
alter table two_factor_try enable row level security;
alter table two_factor_try force row level security;
create policy client_fence on two_factor_try using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on two_factor_try to portal_app;

create table unproven_guess (
  client_id uuid not null,
  counted bytea not null,
  guesses integer not null,
  since timestamp with time zone not null,
  constraint unproven_guess_pkey PRIMARY KEY (client_id, counted),
  constraint unproven_guess_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
alter table unproven_guess enable row level security;
alter table unproven_guess force row level security;
CREATE INDEX unproven_guess_over ON public.unproven_guess USING btree (client_id, since);
create policy client_fence on unproven_guess using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on unproven_guess to portal_app;

create table voucher_account (
  client_id uuid not null,
  person_id uuid not null,
  balance_pence bigint not null,
  last_payment_on date,
  constraint voucher_account_pkey PRIMARY KEY (client_id, person_id),
  constraint voucher_account_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES person_details(client_id, person_id),
  constraint voucher_account_balance_pence_check CHECK ((balance_pence >= 0))
);
alter table voucher_account enable row level security;
alter table voucher_account force row level security;
CREATE TRIGGER voucher_account_delete_marks AFTER DELETE ON public.voucher_account REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER voucher_account_insert_marks AFTER INSERT ON public.voucher_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
CREATE TRIGGER voucher_account_update_marks AFTER UPDATE ON public.voucher_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_people();
create policy client_fence on voucher_account using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on voucher_account to portal_app;

create table welcome_due (
  client_id uuid not null,
  person_id uuid not null,
  asked_at timestamp with time zone not null default app.now(),
  constraint welcome_due_pkey PRIMARY KEY (client_id, person_id),
  constraint welcome_due_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id)
);
alter table welcome_due enable row level security;
alter table welcome_due force row level security;
create policy client_fence on welcome_due using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on welcome_due to portal_app;
