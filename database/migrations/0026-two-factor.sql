-- Two-factor authentication: what lies between password and code, codes that were used, recovery codes, setting it up.

-- Somebody has given the right password and owes a code, or a new seed. Both halves of the proof are kept hashed.
create table login_challenge (
  client_id uuid not null,
  cookie_hash bytea not null,
  ticket_hash bytea not null,
  person_id uuid not null,
  -- Codes that were asked about, reserved before they are looked at.
  codes integer not null default 0,
  -- The seed that is being set up, sealed; null where a code of the account's own seed is owed.
  pending_seed text,
  pending_until timestamptz,
  -- The step of the code that passed first.
  first_step integer,
  expires_at timestamptz not null,
  primary key (client_id, cookie_hash),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
create index login_challenge_of_person on login_challenge (client_id, person_id);
call app.fence('login_challenge');
grant select, insert, update, delete on login_challenge to portal_app;

-- The seed that somebody signed in is setting up, one for a session.
create table two_factor_setup (
  client_id uuid not null,
  session_id uuid not null,
  person_id uuid not null,
  seed text not null,
  first_step integer,
  expires_at timestamptz not null,
  primary key (client_id, session_id),
  foreign key (client_id, session_id) references session (client_id, id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
create index two_factor_setup_of_person on two_factor_setup (client_id, person_id);
call app.fence('two_factor_setup');
grant select, insert, update, delete on two_factor_setup to portal_app;

-- Steps whose code was used: none counts twice.
create table two_factor_code (
  client_id uuid not null,
  person_id uuid not null,
  step integer not null,
  primary key (client_id, person_id, step),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
call app.fence('two_factor_code');
grant select, insert, delete on two_factor_code to portal_app;

-- When codes of somebody were asked about, in the last hour.
create table two_factor_try (
  client_id uuid not null,
  person_id uuid not null,
  tried_at timestamptz[] not null,
  primary key (client_id, person_id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
call app.fence('two_factor_try');
grant select, insert, update on two_factor_try to portal_app;

-- Codes for who has no phone at hand; each is used once and then gone.
create table recovery_code (
  client_id uuid not null,
  person_id uuid not null,
  hash bytea not null,
  made_at timestamptz not null default app.now(),
  primary key (client_id, person_id, hash),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
call app.fence('recovery_code');
grant select, insert, delete on recovery_code to portal_app;

-- Why somebody switched two-factor authentication off.
create table two_factor_disabling (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  reason text not null check (length(reason) between 1 and 1000),
  disabled_at timestamptz not null default app.now(),
  primary key (client_id, id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
create index two_factor_disabling_of_person on two_factor_disabling (client_id, person_id, disabled_at desc);
call app.fence('two_factor_disabling');
grant select, insert on two_factor_disabling to portal_app;

-- Why a session ended is a word of the portal's own; which words there are stands in its types.
alter table session drop constraint session_ended_because_check;
alter table session add constraint session_ended_because_check check (ended_because ~ '^[a-z]+(-[a-z]+)*$');

-- Whether employees must have a second factor, as their employer decided it in the portal; null as the scheme folder says.
alter table client add column requires_two_factor boolean;
