
-- Elements of `moments` later than `after`. A function, because Citus allows no subquery in `on conflict do update`.
create function app.moments_after(moments timestamptz[], after timestamptz) returns timestamptz[]
language sql immutable strict parallel safe
return array(
  select moment
  from unnest(moments) as moment
  where moment > after
  order by moment
);

create table account (
  client_id uuid not null,
  person_id uuid not null default gen_random_uuid(),
  email text not null check (email = lower(email)),
  user_type text not null check (user_type in ('employee', 'employer')),
  state text not null default 'invited' check (state in ('invited', 'active', 'disabled')),
  -- `<key id>:<argon2id>`, with the id of the pepper's key; null until a password is chosen.
  password_hash text,
  insights_enabled boolean not null default false,
  first_login boolean not null default true,
  -- Whether the person wants reminders to choose benefits.
  wants_reminders boolean not null default true,
  -- Seed of one-time codes, encrypted; null without two-factor authentication.
  two_factor_secret text,
  activated_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null default app.now(),
  -- Browsers recognised before this time no longer have a separate attempt limit (S-14).
  known_devices_since timestamptz,
  primary key (client_id, person_id),
  unique (client_id, email),
  foreign key (client_id) references client (client_id)
);
comment on table account is
  'A person''s login. Written when people join by scheme folder or upload, and by activation, sign-in and password '
  'changes. Kept; disabled when the person may no longer sign in.';
-- Sorts the employee list by last login. An index on `employee` would change at each login.
create index account_by_last_login on account (client_id, coalesce(last_login_at, '-infinity'), person_id);
create index account_invited on account (client_id, person_id) where state = 'invited';
call app.fence('account');
grant select, insert, update on account to portal_app;

create table terms_acceptance (
  client_id uuid not null,
  person_id uuid not null,
  revision integer not null,
  accepted_at timestamptz not null default app.now(),
  primary key (client_id, person_id, revision),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
comment on table terms_acceptance is
  'A revision of the site terms that a person accepted. Written at activation and sign-in. Kept.';
call app.fence('terms_acceptance');
grant select, insert on terms_acceptance to portal_app;

create table password_history (
  client_id uuid not null,
  person_id uuid not null,
  id uuid not null default gen_random_uuid(),
  password_hash text not null,
  replaced_at timestamptz not null default app.now(),
  -- Orders passwords that were changed at the same instant.
  sequence bigint generated always as identity,
  primary key (client_id, person_id, id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
comment on table password_history is
  'A former password, hashed, which may not be chosen again. Written when a password changes. Removed when newer passwords '
  'reach the limit.';
call app.fence('password_history');
grant select, insert, delete on password_history to portal_app;

create table password_check (
  client_id uuid not null,
  person_id uuid not null,
  -- Checks of a new password in the current minute. Limited, because each may cost several slow hashes.
  minute timestamptz not null,
  checks integer not null,
  -- Comparisons with current and former passwords within an hour. Limited, in case another person uses an open session.
  comparisons integer not null default 0,
  compared_since timestamptz,
  primary key (client_id, person_id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
comment on table password_check is
  'How often a person''s new password was checked, for the limits on checks. Written by the change of password. Removed '
  'by a daily job once the limits are over.';
call app.fence('password_check');
grant select, insert, update, delete on password_check to portal_app;

create table password_link (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  kind text not null check (kind in ('reset', 'activation')),
  -- Keyed hash. The token itself is only in the mail, encrypted until delivery.
  token_hash bytea not null,
  -- Id of the key that hashes the token. After a change of the server's secret it shows which links need the former key.
  key_id text,
  created_at timestamptz not null default app.now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('used', 'password-set', 'address-changed')),
  wrong_birth_dates integer not null default 0,
  verified_at timestamptz,
  browser_hash bytea,
  checks_minute timestamptz,
  checks integer not null default 0,
  primary key (client_id, id),
  unique (client_id, token_hash),
  foreign key (client_id, person_id) references account (client_id, person_id),
  check ((ended_at is null) = (end_reason is null)),
  check ((verified_at is null) = (browser_hash is null))
);
comment on table password_link is
  'A link by which a person chooses the first password, or a new one after forgetting it. Written by invitations and '
  'requests for a link. Removed by a daily job some time after it expires.';
create index password_link_of_person on password_link (client_id, person_id);
create index password_link_expiring on password_link (client_id, expires_at);
call app.fence('password_link');
grant select, insert, update, delete on password_link to portal_app;

create table password_link_attempt (
  client_id uuid not null,
  kind text not null check (kind in ('asked-for', 'asked-from', 'wrong-date')),
  key_hash bytea not null,
  attempted_at timestamptz[] not null,
  last_attempt_at timestamptz not null,
  primary key (client_id, kind, key_hash),
  foreign key (client_id) references client (client_id)
);
comment on table password_link_attempt is
  'When links were requested or wrong dates of birth given, within the time of the attempt limit. Written by the pages '
  'for links. Removed by a daily job once the limit is over.';
create index password_link_attempt_over on password_link_attempt (client_id, last_attempt_at);
call app.fence('password_link_attempt');
grant select, insert, update, delete on password_link_attempt to portal_app;

create table saved_view (
  client_id uuid not null,
  person_id uuid not null,
  id uuid not null default gen_random_uuid(),
  screen text not null check (screen in ('employee-data', 'approvals', 'take-up-people')),
  name text not null check (length(name) between 1 and 60),
  -- The query of the URL that shows the list: search, filters, sort order and hidden columns.
  query text not null check (length(query) between 1 and 1000),
  primary key (client_id, person_id, id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
comment on table saved_view is
  'A list with its search, filters, sort order and columns, under a name that an employer user gave it. Written by its '
  'owner. Removed by its owner, or by a daily job once the owner is no longer an employer user.';
create unique index saved_view_name on saved_view (client_id, person_id, lower(name));
call app.fence('saved_view');
grant select, insert, update, delete on saved_view to portal_app;
