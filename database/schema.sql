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
      select from upload
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

CREATE OR REPLACE FUNCTION app.folded(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(replace(replace(replace(replace(translate(lower((regexp_replace(NORMALIZE(words, NFKD), '[̀-ͯ''`‘’ʼ]'::text, ''::text, 'g'::text) COLLATE "und-x-icu")), 'øłđðıħŧ'::text, 'olddiht'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text));
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

CREATE OR REPLACE FUNCTION app.refuse_changes_to_locked_periods()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Waits for a transaction that is locking a period now, so that the check of payroll_run sees its result.
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
    select client_id, person_id, benefit_id, state, version_in_force is not null from now_there
    except
    select client_id, person_id, benefit_id, state, version_in_force is not null from was_there
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
comment on table app.clock is 'How far app.now() is ahead of the real time, in test and demo mode only. Written by the owner of the schema. One row, kept.';

create table app.migration (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default clock_timestamp(),
  constraint migration_pkey PRIMARY KEY (number)
);
grant select on app.migration to portal_app;
comment on table app.migration is 'A migration file that this database has applied. Written by database/migrate.ts. Kept.';

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
comment on table access_token is 'A short-lived token of a session, hashed. Written by sign-in and renewal. Removed when the session ends, or by a daily job after it expires.';

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
  known_devices_since timestamp with time zone,
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
create policy client_fence on account using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on account to portal_app;
comment on table account is 'A person''s login. Written when people join by scheme folder or upload, and by activation, sign-in and password changes. Kept; disabled when the person may no longer sign in.';

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
comment on table approval_decision is 'An employer''s decision on a pending version. Written by the approvals pages. Never changed and kept.';

create table attempt_without_captcha (
  client_id uuid not null,
  key_hash bytea not null,
  attempts integer not null,
  since timestamp with time zone not null,
  constraint attempt_without_captcha_pkey PRIMARY KEY (client_id, key_hash),
  constraint attempt_without_captcha_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
alter table attempt_without_captcha enable row level security;
alter table attempt_without_captcha force row level security;
CREATE INDEX attempt_without_captcha_over ON public.attempt_without_captcha USING btree (client_id, since);
create policy client_fence on attempt_without_captcha using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on attempt_without_captcha to portal_app;
comment on table attempt_without_captcha is 'Attempts that were allowed without a captcha while the captcha service was unavailable. Written by sign-in. Removed by a daily job once the limit is over.';

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
comment on table audit_event is 'What happened, by whom and for whom, chained so that a removed or altered row shows. Written with each effect. Never changed and kept.';

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
comment on table audit_head is 'The end of a client''s audit chain. Written with each event, which locks it. Kept.';

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
create policy client_fence on benefit using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on benefit to portal_app;
comment on table benefit is 'A benefit as one scheme year defines it. Written when a scheme folder is applied. Kept, and marked as withdrawn when the folder no longer has it.';

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
comment on table benefit_code is 'A benefit over all scheme years: its id for each code. Written when a scheme folder is applied. Kept.';

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
comment on table benefit_terms_acceptance is 'A version of a benefit''s terms that a person accepted. Written when they choose the benefit. Kept.';

create table captcha_solution (
  client_id uuid not null,
  solution_hash bytea not null,
  used_at timestamp with time zone not null,
  constraint captcha_solution_pkey PRIMARY KEY (client_id, solution_hash),
  constraint captcha_solution_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
alter table captcha_solution enable row level security;
alter table captcha_solution force row level security;
CREATE INDEX captcha_solution_over ON public.captcha_solution USING btree (client_id, used_at);
create policy client_fence on captcha_solution using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on captcha_solution to portal_app;
comment on table captcha_solution is 'A captcha solution that was used, so that nobody uses it again. Written by sign-in. Removed by a daily job once the captcha has expired.';

create table client (
  client_id uuid not null,
  code text not null,
  name text not null,
  theme jsonb not null default '{}'::jsonb,
  support jsonb not null default '{}'::jsonb,
  switches jsonb not null default '{}'::jsonb,
  identity_provider jsonb,
  voucher_application jsonb,
  terms_revision integer not null default 1,
  requires_two_factor boolean,
  scheme_revision uuid not null default gen_random_uuid(),
  applied_hash text,
  applied_at timestamp with time zone,
  created_at timestamp with time zone not null default app.now(),
  constraint client_pkey PRIMARY KEY (client_id)
);
alter table client enable row level security;
alter table client force row level security;
create policy client_fence on client using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on client to portal_app;
comment on table client is 'A client (tenant) with its settings. Written when a scheme folder is applied, and by the employer''s choice about second factors. Kept.';

create table client_address (
  name text not null,
  client_id uuid not null,
  constraint client_address_pkey PRIMARY KEY (name),
  constraint client_address_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text))
);
CREATE INDEX client_address_by_client ON public.client_address USING btree (client_id);
grant delete, insert, select, update on client_address to portal_app;
comment on table client_address is 'A sub-domain that a client''s portal is served on; the one tenant table without row-level security. Written when a scheme folder is applied. Removed when the folder no longer names it.';

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
comment on table client_picture is 'A picture of the scheme folder: logo, banner, avatar. Written when a folder is applied. Removed when the folder no longer has it.';

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
comment on table content_page is 'A text of the client''s site: terms, policies, FAQs, banners. Written when a scheme folder is applied. Removed when the folder no longer has it.';

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
comment on table daily_run is 'The last day on which a daily job ran for a client. Written by the worker. Kept.';

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
comment on table deduction is 'What a selection deducts from one pay period under one pay code. Written when a selection takes effect, and replaced while the period is open. Kept once the period is locked.';

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
CREATE TRIGGER take_up_follows_gone AFTER DELETE ON public.employee REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.take_up_of_people();
CREATE TRIGGER take_up_follows_new AFTER INSERT ON public.employee REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.take_up_of_people();
create policy client_fence on employee using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on employee to portal_app;
comment on table employee is 'A person in the employer''s list, derived from account, person_details and employment_fact. Written by refreshEmployees with each change of those. Removed with its sources.';

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
comment on table employee_block is 'A block of the list in the order of names with its counts, so that a jump to any page is quick. Written when deltas are added to it. Replaced when the list is recounted.';

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
comment on table employee_count is 'How many people the list of a client has, without employee_delta. Written when deltas are added to it. Kept.';

create table employee_delta (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
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
comment on table employee_delta is 'A change of the list that is not yet in its counts; readers add it, so that no writer waits for another. Written by refreshEmployees. Removed when it is added to the counts.';

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
CREATE TRIGGER take_up_follows_gone AFTER DELETE ON public.employment_fact REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.take_up_of_facts();
CREATE TRIGGER take_up_follows_new AFTER INSERT ON public.employment_fact REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.take_up_of_facts();
create policy client_fence on employment_fact using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on employment_fact to portal_app;
comment on table employment_fact is 'One fact about a person''s employment from a date on. Written by scheme folders, uploads and the leavers command. Never changed and kept.';

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
comment on table enquiry is 'A message of the contact page. Written by its sender, and mailed to the benefits team. Kept.';

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
create policy client_fence on enrolment_window using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on enrolment_window to portal_app;
comment on table enrolment_window is 'A time in which people may choose benefits. Written when a scheme folder is applied, and for one person by the operator or a life event. Removed when the folder no longer has it, or its grant is withdrawn.';

create table entry_token (
  client_id uuid not null,
  hash bytea not null,
  kind text not null,
  person_id uuid not null,
  cookie_hash bytea,
  masquerade_grant_id uuid,
  second_factor boolean not null default false,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint entry_token_pkey PRIMARY KEY (client_id, hash),
  constraint entry_token_client_id_masquerade_grant_id_fkey FOREIGN KEY (client_id, masquerade_grant_id) REFERENCES masquerade_grant(client_id, id),
  constraint entry_token_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id),
  constraint entry_token_check CHECK (((kind = 'msq'::text) = (masquerade_grant_id IS NOT NULL))),
  constraint entry_token_kind_check CHECK ((kind = ANY (ARRAY['sso'::text, 'msq'::text])))
);
alter table entry_token enable row level security;
alter table entry_token force row level security;
CREATE INDEX entry_token_by_end ON public.entry_token USING btree (client_id, expires_at);
create policy client_fence on entry_token using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on entry_token to portal_app;
comment on table entry_token is 'A token that opens one session, after single sign-on or for a view. Written by those. Removed by a daily job after it expires.';

create table failed_attempt (
  client_id uuid not null,
  identifier_hash bytea not null,
  lane text not null,
  failures integer not null,
  locked_until timestamp with time zone,
  changed_at timestamp with time zone not null default app.now(),
  constraint failed_attempt_pkey PRIMARY KEY (client_id, identifier_hash, lane),
  constraint failed_attempt_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
alter table failed_attempt enable row level security;
alter table failed_attempt force row level security;
create policy client_fence on failed_attempt using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on failed_attempt to portal_app;
comment on table failed_attempt is 'Failed sign-in attempts for one identifier from any browser or from one known device. Written by sign-in. Removed by the right password, or by a daily job once the failures no longer matter.';

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
  disability_confirmed_until date,
  recorded_at timestamp with time zone not null default app.now(),
  version integer not null default 1,
  ended_on date,
  ended_by text,
  uncovered_from date,
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
create policy client_fence on family_member using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on family_member to portal_app;
comment on table family_member is 'A partner or dependant of an employee. Written by the employee, and by a life event that ends the relationship. Kept.';

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
comment on table idempotency_key is 'A request that had an effect, with its response for a retry. Written with the effect. Removed a day later by the next requests.';

create table leaver_balance (
  client_id uuid not null,
  selection_id uuid not null,
  person_id uuid not null,
  last_day date not null,
  rule text not null,
  pay_code text not null,
  balance_pence bigint not null,
  deductible_pence bigint not null,
  basis jsonb,
  deducted_pence bigint,
  deducted_on date,
  not_deducted_pence bigint not null default 0,
  constraint leaver_balance_pkey PRIMARY KEY (client_id, selection_id),
  constraint leaver_balance_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES person_details(client_id, person_id),
  constraint leaver_balance_client_id_selection_id_fkey FOREIGN KEY (client_id, selection_id) REFERENCES selection(client_id, id),
  constraint leaver_balance_check CHECK (((deducted_pence IS NULL) = (deducted_on IS NULL))),
  constraint leaver_balance_rule_check CHECK ((rule = ANY (ARRAY['net-pay'::text, 'owed'::text, 'transfer'::text, 'settle'::text, 'drop'::text])))
);
alter table leaver_balance enable row level security;
alter table leaver_balance force row level security;
CREATE INDEX leaver_balance_by_person ON public.leaver_balance USING btree (client_id, person_id);
create policy client_fence on leaver_balance using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on leaver_balance to portal_app;
comment on table leaver_balance is 'What a leaver owes for an order, holiday or cover after the last pay. Written with the last pay, recalculated while pay may change, and completed by the employer''s record. Removed when the person no longer leaves.';

create table leaver_notice (
  client_id uuid not null,
  person_id uuid not null,
  last_day date not null,
  lines text not null,
  sent_on date not null,
  constraint leaver_notice_pkey PRIMARY KEY (client_id, person_id),
  constraint leaver_notice_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id)
);
alter table leaver_notice enable row level security;
alter table leaver_notice force row level security;
create policy client_fence on leaver_notice using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on leaver_notice to portal_app;
comment on table leaver_notice is 'What the newest mail to a leaver said. Written by the daily job that queues it, which sends another mail when it changes. Removed when the person no longer leaves.';

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
comment on table life_event is 'An event in an employee''s life, such as a birth, that may open benefits. Written by the employee; the operator decides on its evidence. Kept.';

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
comment on table life_event_evidence is 'A document that proves a life event. Written by the employee. Removed once the operator has decided, or by a daily job when nobody does.';

create table login_challenge (
  client_id uuid not null,
  cookie_hash bytea not null,
  ticket_hash bytea not null,
  person_id uuid not null,
  sign_in_method text not null default 'password'::text,
  code_attempts integer not null default 0,
  pending_seed text,
  pending_until timestamp with time zone,
  first_step integer,
  expires_at timestamp with time zone not null,
  constraint login_challenge_pkey PRIMARY KEY (client_id, cookie_hash),
  constraint login_challenge_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id),
  constraint login_challenge_sign_in_method_check CHECK ((sign_in_method = ANY (ARRAY['password'::text, 'single-sign-on'::text])))
);
alter table login_challenge enable row level security;
alter table login_challenge force row level security;
CREATE INDEX login_challenge_of_person ON public.login_challenge USING btree (client_id, person_id);
create policy client_fence on login_challenge using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on login_challenge to portal_app;
comment on table login_challenge is 'A sign-in whose second factor is pending. Written by sign-in. Removed when it succeeds or the password changes, or by a daily job after it expires.';

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
comment on table login_count is 'Logins of a client''s people on one day, without leavers and views. Written when a session begins. Kept.';

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
comment on table mail is 'A mail in the queue or a record of it. Written in the transaction of its reason; the worker sends it and wipes its data. Removed by a daily job a month after it was sent or given up.';

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
comment on table masquerade_grant is 'Permission to look at the portal as another person, for one scheme year. Written by the masquerade command and the employer''s magic link. Kept.';

create table medical_answer (
  client_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  benefit_id uuid not null,
  questions_hash text not null,
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
comment on table medical_answer is 'A person''s answers to a benefit''s medical questions. Written when they choose the benefit. Removed when the provider has decided, or by a daily job when no selection needs them.';

create table notice_sent (
  client_id uuid not null,
  person_id uuid not null,
  about text not null,
  sent_on date not null,
  constraint notice_sent_pkey PRIMARY KEY (client_id, person_id, about),
  constraint notice_sent_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id),
  constraint notice_sent_about_check CHECK (((length(about) >= 1) AND (length(about) <= 200)))
);
alter table notice_sent enable row level security;
alter table notice_sent force row level security;
create policy client_fence on notice_sent using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on notice_sent to portal_app;
comment on table notice_sent is 'A notice that a person gets once, by mail. Written by the daily job that queues it. Kept, unlike the mail.';

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
comment on table password_check is 'How often a person''s new password was checked, for the limits on checks. Written by the change of password. Removed by a daily job once the limits are over.';

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
comment on table password_history is 'A former password, hashed, which may not be chosen again. Written when a password changes. Only the newest few are kept.';

create table password_link (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  kind text not null,
  token_hash bytea not null,
  key_id text,
  created_at timestamp with time zone not null default app.now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  wrong_birth_dates integer not null default 0,
  verified_at timestamp with time zone,
  browser_hash bytea,
  checks_minute timestamp with time zone,
  checks integer not null default 0,
  constraint password_link_pkey PRIMARY KEY (client_id, id),
  constraint password_link_client_id_token_hash_key UNIQUE (client_id, token_hash),
  constraint password_link_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id),
  constraint password_link_check CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  constraint password_link_check1 CHECK (((verified_at IS NULL) = (browser_hash IS NULL))),
  constraint password_link_end_reason_check CHECK ((end_reason = ANY (ARRAY['used'::text, 'password-set'::text]))),
  constraint password_link_kind_check CHECK ((kind = ANY (ARRAY['reset'::text, 'activation'::text])))
);
alter table password_link enable row level security;
alter table password_link force row level security;
CREATE INDEX password_link_expiring ON public.password_link USING btree (client_id, expires_at);
CREATE INDEX password_link_of_person ON public.password_link USING btree (client_id, person_id);
create policy client_fence on password_link using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on password_link to portal_app;
comment on table password_link is 'A link by which a person chooses a password: the first one, or after forgetting it. Written by invitations and requests for a link. Removed by a daily job some time after it expires.';

create table password_link_attempt (
  client_id uuid not null,
  kind text not null,
  key_hash bytea not null,
  attempted_at timestamp with time zone[] not null,
  last_attempt_at timestamp with time zone not null,
  constraint password_link_attempt_pkey PRIMARY KEY (client_id, kind, key_hash),
  constraint password_link_attempt_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  constraint password_link_attempt_kind_check CHECK ((kind = ANY (ARRAY['asked-for'::text, 'asked-from'::text, 'wrong-date'::text])))
);
alter table password_link_attempt enable row level security;
alter table password_link_attempt force row level security;
CREATE INDEX password_link_attempt_over ON public.password_link_attempt USING btree (client_id, last_attempt_at);
create policy client_fence on password_link_attempt using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on password_link_attempt to portal_app;
comment on table password_link_attempt is 'When links were requested or wrong dates of birth given, within the time of the attempt limit. Written by the pages for links. Removed by a daily job once the limit is over.';

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
create policy client_fence on payroll using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on payroll to portal_app;
comment on table payroll is 'A payroll of the client over all scheme years. Written when a scheme folder is applied. Kept.';

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
comment on table payroll_line is 'A line of a locked run, as the payroll file has it. Written with its run, and never later. Never changed and kept.';

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
create policy client_fence on payroll_period using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on payroll_period to portal_app;
comment on table payroll_period is 'A pay period of a payroll. Written when a scheme folder is applied, and changed only while it is open. Kept.';

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
comment on table payroll_run is 'A locked pay period with the totals of its lines. Written by the lock of a run. Never changed and kept.';

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
  last_fact_sequence bigint not null,
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
comment on table pension_assessment is 'A person''s assessment for automatic enrolment in a pay period (Pensions Act 2008, sections 2 to 8). Written by the daily recalculation. Kept for the employer''s report; replaced while its facts change.';

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
CREATE TRIGGER take_up_follows AFTER UPDATE ON public.person_details REFERENCING OLD TABLE AS was_there NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION app.take_up_of_details();
create policy client_fence on person_details using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on person_details to portal_app;
comment on table person_details is 'A person''s name, date of birth and contact. Written when people join by scheme folder or upload, by later uploads and the profile page. Kept.';

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
create policy client_fence on rate_table using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on rate_table to portal_app;
comment on table rate_table is 'A table of rates that prices are calculated from. Written when a scheme folder is applied. Removed when the folder no longer has it; selections keep their price.';

create table recovery_code (
  client_id uuid not null,
  person_id uuid not null,
  hash bytea not null,
  created_at timestamp with time zone not null default app.now(),
  constraint recovery_code_pkey PRIMARY KEY (client_id, person_id, hash),
  constraint recovery_code_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id)
);
alter table recovery_code enable row level security;
alter table recovery_code force row level security;
create policy client_fence on recovery_code using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select on recovery_code to portal_app;
comment on table recovery_code is 'A code for a person without their phone, hashed. Written when codes are made. Removed when it is used, or when new codes replace it.';

create table refresh_token (
  client_id uuid not null,
  cookie_hash bytea not null,
  response_hash bytea not null,
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
comment on table refresh_token is 'A token that renews a session, used once, hashed. Written by sign-in and renewal. Removed when the session ends, or by a daily job once no session can be that old.';

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
  encoding text,
  layout jsonb,
  created_at timestamp with time zone not null default app.now(),
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
comment on table report_run is 'A report file, the same at every download. Written when a run is locked, and for providers once a month is over. Never changed and kept.';

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
comment on table scheme_file is 'A file of the scheme folder as it was read, with every relative day as a date, for export. Written when a folder is applied. Replaced by the next application for the year.';

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
create policy client_fence on scheme_year using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on scheme_year to portal_app;
comment on table scheme_year is 'One year of a client''s scheme. Written when a scheme folder is applied. Kept.';

create table selection (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  benefit_id uuid not null,
  state text not null,
  version integer not null,
  version_in_force integer,
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
CREATE TRIGGER take_up_follows AFTER UPDATE ON public.selection REFERENCING OLD TABLE AS was_there NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION app.take_up_of_selections();
CREATE TRIGGER take_up_follows_gone AFTER DELETE ON public.selection REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.take_up_of_people();
CREATE TRIGGER take_up_follows_new AFTER INSERT ON public.selection REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.take_up_of_people();
create policy client_fence on selection using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on selection to portal_app;
comment on table selection is 'A person''s membership of a benefit over all scheme years: its state and versions. Written with each version. Kept.';

create table selection_version (
  client_id uuid not null,
  selection_id uuid not null,
  version integer not null,
  scheme_year_id uuid not null,
  state text not null,
  action text not null,
  choice jsonb not null,
  people_covered jsonb not null default '[]'::jsonb,
  price jsonb,
  fixed_total boolean not null generated always as (COALESCE((price @? '$."parts"[*]?(@."spread"."kind" != "recurring")'::jsonpath), false)) stored,
  effective_from date,
  effective_to date,
  replaces integer,
  actor_id uuid,
  subject_id uuid not null,
  reason text,
  recorded_at timestamp with time zone not null default app.now(),
  constraint selection_version_pkey PRIMARY KEY (client_id, selection_id, version),
  constraint selection_version_client_id_scheme_year_id_fkey FOREIGN KEY (client_id, scheme_year_id) REFERENCES scheme_year(client_id, id),
  constraint selection_version_client_id_selection_id_fkey FOREIGN KEY (client_id, selection_id) REFERENCES selection(client_id, id)
);
alter table selection_version enable row level security;
alter table selection_version force row level security;
CREATE INDEX selection_version_of_fixed_total ON public.selection_version USING btree (client_id, selection_id) WHERE fixed_total;
CREATE INDEX selection_version_of_subject ON public.selection_version USING btree (client_id, subject_id);
create policy client_fence on selection_version using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on selection_version to portal_app;
comment on table selection_version is 'One version of a selection: choice, people covered, price, dates, and who did it. Written by each choice, decision and recalculation. Never changed and kept.';

create table session (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  started_at timestamp with time zone not null default app.now(),
  last_used_at timestamp with time zone not null default app.now(),
  ended_at timestamp with time zone,
  end_reason text,
  sign_in_method text not null default 'password'::text,
  second_factor boolean not null default false,
  user_agent text,
  device_hash bytea,
  masquerade_grant_id uuid,
  constraint session_pkey PRIMARY KEY (client_id, id),
  constraint session_client_id_masquerade_grant_id_fkey FOREIGN KEY (client_id, masquerade_grant_id) REFERENCES masquerade_grant(client_id, id),
  constraint session_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id),
  constraint session_check CHECK (((sign_in_method = 'masquerade'::text) = (masquerade_grant_id IS NOT NULL))),
  constraint session_end_reason_check CHECK ((end_reason ~ '^[a-z]+(-[a-z]+)*$'::text)),
  constraint session_sign_in_method_check CHECK ((sign_in_method = ANY (ARRAY['password'::text, 'single-sign-on'::text, 'masquerade'::text])))
);
alter table session enable row level security;
alter table session force row level security;
CREATE INDEX session_of_person ON public.session USING btree (client_id, person_id, started_at DESC);
create policy client_fence on session using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on session to portal_app;
comment on table session is 'A person''s session in one browser. Written by sign-in, renewal and logout. Kept.';

create table sign_in_attempt (
  client_id uuid not null,
  source bytea not null,
  identifier_hash bytea not null,
  attempted_at timestamp with time zone not null,
  constraint sign_in_attempt_pkey PRIMARY KEY (client_id, source, identifier_hash),
  constraint sign_in_attempt_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
alter table sign_in_attempt enable row level security;
alter table sign_in_attempt force row level security;
CREATE INDEX sign_in_attempt_over ON public.sign_in_attempt USING btree (client_id, attempted_at);
create policy client_fence on sign_in_attempt using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on sign_in_attempt to portal_app;
comment on table sign_in_attempt is 'An identifier that someone tried to sign in with from one source. Written by sign-in. Removed when the sign-in succeeds, or by a daily job.';

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
comment on table sign_on_assertion is 'An assertion of an identity provider that was used, so that nobody uses it again. Written by single sign-on. Removed by a daily job after it expires.';

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
comment on table sign_on_identity is 'The name by which an identity provider knows a person. Written at the first single sign-on. Removed by the operator''s unlink command.';

create table spraying_source (
  client_id uuid not null,
  source bytea not null,
  since timestamp with time zone not null,
  constraint spraying_source_pkey PRIMARY KEY (client_id, source),
  constraint spraying_source_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
alter table spraying_source enable row level security;
alter table spraying_source force row level security;
create policy client_fence on spraying_source using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on spraying_source to portal_app;
comment on table spraying_source is 'A source of password spraying: so many identifiers were tried from it that each sign-in needs a captcha. Written by sign-in. Removed by a daily job.';

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
comment on table statement_row is 'What was deducted and paid for a person and benefit group in a month. Written by the folder of a client that moves in. Kept.';

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
comment on table take_up_benefit is 'Whom a benefit of that scheme is for, so that counting opens no definition. Written by the worker. Replaced when the scheme changes.';

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
comment on table take_up_count is 'People by benefit, in total and by band of age, sex or service. Written by the worker. Replaced when the scheme changes.';

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
comment on table take_up_head is 'The scheme that a client''s take-up was counted by. Written by the worker, which locks it while it counts. Kept.';

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
comment on table take_up_mark is 'A change of what a person counts for in take-up. Written by triggers. Removed when the worker counts the person again.';

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
comment on table take_up_person is 'What a person counts for in take-up, as counted last. Written by the worker. Removed when the person leaves the employer''s list.';

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
create policy client_fence on terms_acceptance using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select on terms_acceptance to portal_app;
comment on table terms_acceptance is 'A revision of the site terms that a person accepted. Written at activation and sign-in. Kept.';

create table two_factor_attempt (
  client_id uuid not null,
  person_id uuid not null,
  attempted_at timestamp with time zone[] not null,
  constraint two_factor_attempt_pkey PRIMARY KEY (client_id, person_id),
  constraint two_factor_attempt_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id)
);
alter table two_factor_attempt enable row level security;
alter table two_factor_attempt force row level security;
create policy client_fence on two_factor_attempt using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on two_factor_attempt to portal_app;
comment on table two_factor_attempt is 'When codes of a person were tried in the last hour. Written by each attempt. One row a person, kept.';

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
comment on table two_factor_code is 'A time step whose code was used, so that nobody uses it again. Written by each use of a code. Removed once the code is too old.';

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
comment on table two_factor_disabling is 'The reason why a person switched two-factor authentication off. Written by the profile page. Kept.';

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
comment on table two_factor_setup is 'A seed that a signed-in person is setting up. Written by the profile page. Removed when the setup ends, or by a daily job after it expires.';

create table upload (
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
  warnings jsonb not null default '[]'::jsonb,
  base_version text,
  preview uuid,
  preview_repeated boolean not null default false,
  has_difference boolean not null default false,
  attempts integer not null default 0,
  rechecks integer not null default 0,
  failure text,
  last_active_at timestamp with time zone not null default app.now(),
  changed_by uuid,
  confirmed_at timestamp with time zone,
  last_fact_sequence bigint,
  undone_at timestamp with time zone,
  undone_people integer,
  kept_people integer,
  constraint upload_pkey PRIMARY KEY (client_id, id),
  constraint upload_client_id_uploaded_by_fkey FOREIGN KEY (client_id, uploaded_by) REFERENCES account(client_id, person_id),
  constraint upload_check CHECK (((status = ANY (ARRAY['confirmed'::text, 'undoing'::text, 'undone'::text])) <= (confirmed_at IS NOT NULL))),
  constraint upload_status_check CHECK ((status = ANY (ARRAY['uploading'::text, 'checking'::text, 'refused'::text, 'ready'::text, 'committing'::text, 'confirmed'::text, 'cancelled'::text, 'undoing'::text, 'undone'::text, 'failed'::text])))
);
alter table upload enable row level security;
alter table upload force row level security;
CREATE INDEX upload_by_time ON public.upload USING btree (client_id, uploaded_at DESC, id);
CREATE UNIQUE INDEX upload_under_way ON public.upload USING btree (client_id) WHERE (status = ANY (ARRAY['uploading'::text, 'checking'::text, 'ready'::text, 'committing'::text, 'undoing'::text]));
create policy client_fence on upload using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on upload to portal_app;
comment on table upload is 'A file of employee data that an employer uploaded, with its state and counts. Written by the upload panel and the worker. Kept.';

create table upload_difference (
  client_id uuid not null,
  upload_id uuid not null,
  "position" integer not null,
  kind text not null,
  person_id uuid,
  name text not null,
  employee_number text,
  benefit_name text not null,
  reason text,
  cost_before jsonb,
  cost_after jsonb,
  constraint upload_difference_pkey PRIMARY KEY (client_id, upload_id, "position"),
  constraint upload_difference_client_id_upload_id_fkey FOREIGN KEY (client_id, upload_id) REFERENCES upload(client_id, id),
  constraint upload_difference_kind_check CHECK ((kind = ANY (ARRAY['gains'::text, 'loses'::text, 'repriced'::text, 'begins'::text, 'ends'::text])))
);
alter table upload_difference enable row level security;
alter table upload_difference force row level security;
create policy client_fence on upload_difference using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select on upload_difference to portal_app;
comment on table upload_difference is 'A change of a person''s benefit that an upload causes. Written by the check. Removed when the upload is refused, cancelled or undone; replaced by a new check.';

create table upload_fault (
  client_id uuid not null,
  upload_id uuid not null,
  number integer not null,
  line integer not null,
  column_name text,
  value text,
  reason text not null,
  constraint upload_fault_pkey PRIMARY KEY (client_id, upload_id, number),
  constraint upload_fault_client_id_upload_id_fkey FOREIGN KEY (client_id, upload_id) REFERENCES upload(client_id, id)
);
alter table upload_fault enable row level security;
alter table upload_fault force row level security;
create policy client_fence on upload_fault using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select on upload_fault to portal_app;
comment on table upload_fault is 'What is wrong with a line of a refused file. Written by the check. Kept with the upload; replaced by a new check.';

create table upload_person (
  client_id uuid not null,
  upload_id uuid not null,
  line integer not null,
  person_id uuid,
  kind text not null,
  name text not null,
  employee_number text not null,
  email text not null,
  fields jsonb not null default '[]'::jsonb,
  details_before jsonb,
  details_after jsonb,
  kept_at_undo boolean not null default false,
  constraint upload_person_pkey PRIMARY KEY (client_id, upload_id, line),
  constraint upload_person_client_id_upload_id_fkey FOREIGN KEY (client_id, upload_id) REFERENCES upload(client_id, id),
  constraint upload_person_kind_check CHECK ((kind = ANY (ARRAY['new'::text, 'changed'::text, 'leaving'::text])))
);
alter table upload_person enable row level security;
alter table upload_person force row level security;
CREATE INDEX upload_person_of ON public.upload_person USING btree (client_id, person_id);
create policy client_fence on upload_person using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on upload_person to portal_app;
comment on table upload_person is 'A person whom an upload adds or changes; unchanged people have no row. Written by the check and the confirmation. Kept for the undo; reduced to names of joiners and of people kept once it is undone; removed when the upload is refused or cancelled.';

create table upload_row (
  client_id uuid not null,
  upload_id uuid not null,
  line integer not null,
  cells jsonb not null,
  constraint upload_row_pkey PRIMARY KEY (client_id, upload_id, line),
  constraint upload_row_client_id_upload_id_fkey FOREIGN KEY (client_id, upload_id) REFERENCES upload(client_id, id)
);
alter table upload_row enable row level security;
alter table upload_row force row level security;
create policy client_fence on upload_row using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select on upload_row to portal_app;
comment on table upload_row is 'A row of an uploaded file, as it came. Written by its reception (COPY). Removed when the upload is confirmed, refused or cancelled.';

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
create policy client_fence on voucher_account using (client_id = app.client_id()) with check (client_id = app.client_id());
grant insert, select, update on voucher_account to portal_app;
comment on table voucher_account is 'A person''s balance of childcare vouchers. Written when a scheme folder is applied. Kept.';

create table welcome_due (
  client_id uuid not null,
  person_id uuid not null,
  requested_at timestamp with time zone not null default app.now(),
  constraint welcome_due_pkey PRIMARY KEY (client_id, person_id),
  constraint welcome_due_client_id_person_id_fkey FOREIGN KEY (client_id, person_id) REFERENCES account(client_id, person_id)
);
alter table welcome_due enable row level security;
alter table welcome_due force row level security;
create policy client_fence on welcome_due using (client_id = app.client_id()) with check (client_id = app.client_id());
grant delete, insert, select, update on welcome_due to portal_app;
comment on table welcome_due is 'A person whose welcome email the employer has requested. Written by the request. Removed when the worker queues the mail, in portions, so that no other mail waits behind them.';
