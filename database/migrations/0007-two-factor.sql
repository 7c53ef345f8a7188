
create table login_challenge (
  client_id uuid not null,
  -- The browser's cookie and the ticket in the response are both needed.
  cookie_hash bytea not null,
  ticket_hash bytea not null,
  person_id uuid not null,
  sign_in_method text not null default 'password' check (sign_in_method in ('password', 'single-sign-on')),
  code_attempts integer not null default 0,
  -- Encrypted seed during the setup of a second factor; null if the login needs a code of the account's existing seed.
  pending_seed text,
  pending_until timestamptz,
  first_step integer,
  provider_name_hash bytea,
  provider_session_hash bytea,
  expires_at timestamptz not null,
  primary key (client_id, cookie_hash),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
comment on table login_challenge is
  'A sign-in whose second factor is pending. Written by sign-in. Removed when it succeeds, when the password or address '
  'changes, or by a daily job after it expires.';
create index login_challenge_of_person on login_challenge (client_id, person_id);
call app.fence('login_challenge');
grant select, insert, update, delete on login_challenge to portal_app;

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
comment on table two_factor_setup is
  'A seed that a signed-in person is setting up. Written by the profile page. Removed when the setup ends, or by a '
  'daily job after it expires.';
create index two_factor_setup_of_person on two_factor_setup (client_id, person_id);
call app.fence('two_factor_setup');
grant select, insert, update, delete on two_factor_setup to portal_app;

create table two_factor_code (
  client_id uuid not null,
  person_id uuid not null,
  step integer not null,
  primary key (client_id, person_id, step),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
comment on table two_factor_code is
  'A time step whose code was used and must not be used again. Written by each use of a code. Removed once the code '
  'is too old.';
call app.fence('two_factor_code');
grant select, insert, delete on two_factor_code to portal_app;

create table two_factor_attempt (
  client_id uuid not null,
  person_id uuid not null,
  attempted_at timestamptz[] not null,
  primary key (client_id, person_id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
comment on table two_factor_attempt is
  'When codes of a person were tried in the last hour. Written by each attempt. Each person has one row, which is kept.';
call app.fence('two_factor_attempt');
grant select, insert, update on two_factor_attempt to portal_app;

create table recovery_code (
  client_id uuid not null,
  person_id uuid not null,
  hash bytea not null,
  created_at timestamptz not null default app.now(),
  primary key (client_id, person_id, hash),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
comment on table recovery_code is
  'A code for a person without their phone, hashed. Written when codes are made. Removed when it is used, or when new '
  'codes replace it.';
call app.fence('recovery_code');
grant select, insert, delete on recovery_code to portal_app;

create table two_factor_disabling (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  reason text not null check (length(reason) between 1 and 1000),
  disabled_at timestamptz not null default app.now(),
  primary key (client_id, id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
comment on table two_factor_disabling is
  'The reason why a person or two operators switched two-factor authentication off. Written by the profile page and a '
  'command. Kept.';
create index two_factor_disabling_of_person on two_factor_disabling (client_id, person_id, disabled_at desc);
call app.fence('two_factor_disabling');
grant select, insert on two_factor_disabling to portal_app;
