-- Accounts and how people come in: password, sessions, tokens (hashed), guesses.

create table account (
  client_id uuid not null,
  person_id uuid not null default gen_random_uuid(),
  -- Lower case, as compared.
  email text not null check (email = lower(email)),
  user_type text not null check (user_type in ('employee', 'employer')),
  state text not null default 'invited' check (state in ('invited', 'active', 'disabled')),
  -- Keyed argon2id with the id of its pepper; null until a password is chosen.
  password_hash text,
  insights_enabled boolean not null default false,
  -- True until the welcome carousel has been seen.
  first_login boolean not null default true,
  -- Sealed one-time-code seed; null while two-factor authentication is off.
  two_factor_secret text,
  activated_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null default app.now(),
  primary key (client_id, person_id),
  unique (client_id, email),
  foreign key (client_id) references client (client_id)
);
call app.fence('account');
grant select, insert, update on account to portal_app;

create table session (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  started_at timestamptz not null default app.now(),
  last_used_at timestamptz not null default app.now(),
  ended_at timestamptz,
  ended_because text check (ended_because in ('logged-out', 'expired', 'too-many', 'refresh-reused')),
  -- Where a person came in decides where logout leads.
  came_by text not null default 'password' check (came_by in ('password', 'single-sign-on')),
  user_agent text,
  -- Keyed hash of the browser's device token: a hint of risk, never a proof.
  device_hash bytea,
  primary key (client_id, id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
create index session_of_person on session (client_id, person_id, started_at desc);
call app.fence('session');
grant select, insert, update on session to portal_app;

-- Short-lived opaque tokens; only keyed hashes are stored.
create table access_token (
  client_id uuid not null,
  hash bytea not null,
  session_id uuid not null,
  expires_at timestamptz not null,
  primary key (client_id, hash),
  foreign key (client_id, session_id) references session (client_id, id)
);
create index access_token_of_session on access_token (client_id, session_id);
call app.fence('access_token');
grant select, insert, delete on access_token to portal_app;

-- Refresh secrets in two halves: one in an http-only cookie, one in the answer; both are needed, and each is used once.
create table refresh_token (
  client_id uuid not null,
  cookie_hash bytea not null,
  answer_hash bytea not null,
  session_id uuid not null,
  parent_hash bytea,
  created_at timestamptz not null default app.now(),
  -- Set when the child of this one has been used: from then on this one counts as stolen.
  retired_at timestamptz,
  primary key (client_id, cookie_hash),
  -- One child each, however many ask for it at once.
  unique (client_id, parent_hash),
  foreign key (client_id, session_id) references session (client_id, id)
);
create index refresh_token_of_session on refresh_token (client_id, session_id);
call app.fence('refresh_token');
grant select, insert, update, delete on refresh_token to portal_app;

-- Guesses against one identifier (known or not) in one lane (any browser, or one known device).
create table login_attempt (
  client_id uuid not null,
  identifier_hash bytea not null,
  lane text not null,
  failures integer not null,
  locked_until timestamptz,
  changed_at timestamptz not null default app.now(),
  primary key (client_id, identifier_hash, lane),
  foreign key (client_id) references client (client_id)
);
call app.fence('login_attempt');
grant select, insert, update, delete on login_attempt to portal_app;
