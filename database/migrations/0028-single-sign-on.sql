-- Coming in through the client's own identity provider, and the one-time entry that follows it.

-- Who somebody is, by the provider's name for them; never by their email address alone.
create table sign_on_identity (
  client_id uuid not null,
  -- The provider as the client's settings name it: what another one calls the same is somebody else.
  provider text not null,
  subject text not null check (length(subject) between 1 and 1024),
  person_id uuid not null,
  linked_at timestamptz not null default app.now(),
  primary key (client_id, provider, subject),
  -- An address that is given to a new colleague does not open the old one's account.
  unique (client_id, provider, person_id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
call app.fence('sign_on_identity');
grant select, insert on sign_on_identity to portal_app;

-- Assertions that have been used: each opens once, for as long as it would be believed.
create table sign_on_assertion (
  client_id uuid not null,
  provider text not null,
  assertion text not null check (length(assertion) between 1 and 1024),
  expires_at timestamptz not null,
  primary key (client_id, provider, assertion),
  foreign key (client_id) references client (client_id)
);
create index sign_on_assertion_by_end on sign_on_assertion (client_id, expires_at);
call app.fence('sign_on_assertion');
grant select, insert, delete on sign_on_assertion to portal_app;

-- One-time entries into the portal, as keyed hashes: single sign-on's, and an administrator's view as somebody.
create table entry_token (
  client_id uuid not null,
  hash bytea not null,
  kind text not null check (kind in ('sso', 'msq')),
  person_id uuid not null,
  -- The browser that was given it, where it was given to a browser.
  cookie_hash bytea,
  -- Who comes in, when that is not the person themselves, and into which scheme year.
  actor text,
  scheme_year text,
  -- The provider has seen a second factor that counts as ours.
  second_factor boolean not null default false,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (client_id, hash),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
create index entry_token_by_end on entry_token (client_id, expires_at);
call app.fence('entry_token');
grant select, insert, update, delete on entry_token to portal_app;

-- A code may be owed after the provider's word as well as after a password.
alter table login_challenge
  add column came_by text not null default 'password' check (came_by in ('password', 'single-sign-on'));
