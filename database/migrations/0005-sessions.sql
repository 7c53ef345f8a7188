
create table session (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  started_at timestamptz not null default app.now(),
  last_used_at timestamptz not null default app.now(),
  ended_at timestamptz,
  end_reason text check (end_reason ~ '^[a-z]+(-[a-z]+)*$'),
  sign_in_method text not null default 'password' check (sign_in_method in ('password', 'single-sign-on', 'masquerade')),
  second_factor boolean not null default false,
  user_agent text,
  -- Keyed hash of the browser's device token: a hint of risk, never a proof.
  device_hash bytea,
  -- The masquerade or magic link that the session belongs to. person_id is then the person viewed.
  masquerade_grant_id uuid,
  -- Hashes of the person's name and session at the identity provider. The provider sends both when it logs the person out.
  provider_name_hash bytea,
  provider_session_hash bytea,
  primary key (client_id, id),
  foreign key (client_id, person_id) references account (client_id, person_id),
  check ((sign_in_method = 'masquerade') = (masquerade_grant_id is not null))
);
comment on table session is 'A person''s session in one browser. Written by sign-in, renewal and logout. Removed by '
  'a daily job after 90 days, unless an employer has viewed another person in it.';
create index session_of_person on session (client_id, person_id, started_at desc);
create index session_by_start on session (client_id, started_at);
create index session_by_provider_name on session (client_id, provider_name_hash)
  where provider_name_hash is not null and ended_at is null;
create index session_by_provider_session on session (client_id, provider_session_hash)
  where provider_session_hash is not null and ended_at is null;
call app.fence('session');
grant select, insert, update, delete on session to portal_app;

create table access_token (
  client_id uuid not null,
  hash bytea not null,
  session_id uuid not null,
  expires_at timestamptz not null,
  primary key (client_id, hash),
  foreign key (client_id, session_id) references session (client_id, id)
);
comment on table access_token is
  'A short-lived token of a session, hashed. Written by sign-in and renewal. Removed when the session ends, or by a '
  'daily job after it expires.';
create index access_token_of_session on access_token (client_id, session_id);
call app.fence('access_token');
grant select, insert, delete on access_token to portal_app;

create table refresh_token (
  client_id uuid not null,
  -- A refresh token has two parts, one in an http-only cookie and one in the response body. Both are needed.
  cookie_hash bytea not null,
  response_hash bytea not null,
  session_id uuid not null,
  parent_hash bytea,
  created_at timestamptz not null default app.now(),
  -- Set when the token's successor is used. A later use of this token means that it was stolen.
  retired_at timestamptz,
  primary key (client_id, cookie_hash),
  unique (client_id, parent_hash),
  foreign key (client_id, session_id) references session (client_id, id)
);
comment on table refresh_token is
  'A token that renews a session, used once, hashed. Written by sign-in and renewal. Removed when the session ends, or '
  'by a daily job once no session can be that old.';
create index refresh_token_of_session on refresh_token (client_id, session_id);
call app.fence('refresh_token');
grant select, insert, update, delete on refresh_token to portal_app;

create table login_count (
  client_id uuid not null,
  day date not null,
  logins integer not null check (logins > 0),
  primary key (client_id, day),
  foreign key (client_id) references client (client_id)
);
comment on table login_count is
  'Logins of a client''s people on one day, without leavers and without views as another person. '
  'Written when a session begins. Kept.';
call app.fence('login_count');
grant select, insert, update on login_count to portal_app;

create table masquerade_grant (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  granted_by text not null check (granted_by in ('operator', 'employer')),
  actor text not null check (length(actor) between 1 and 100),
  -- The employer's account, and the session in which they asked for the magic link. The view ends when either ends.
  actor_person_id uuid,
  actor_session_id uuid,
  person_id uuid not null,
  scheme_year_id uuid not null,
  scheme_year integer not null,
  reason text check (length(reason) between 1 and 500),
  granted_at timestamptz not null default app.now(),
  ended_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, person_id) references account (client_id, person_id),
  foreign key (client_id, actor_person_id) references account (client_id, person_id),
  foreign key (client_id, actor_session_id) references session (client_id, id),
  check ((granted_by = 'employer') = (actor_person_id is not null and actor_session_id is not null)),
  check (granted_by = 'employer' or reason is not null)
);
comment on table masquerade_grant is
  'Permission to look at the portal as another person, for one scheme year. Written by the masquerade command and the '
  'employer''s magic link. Kept.';
create index masquerade_grant_by_actor on masquerade_grant (client_id, actor, granted_at);
create index masquerade_grant_of_session on masquerade_grant (client_id, actor_session_id);
call app.fence('masquerade_grant');
grant select, insert, update on masquerade_grant to portal_app;

alter table session add foreign key (client_id, masquerade_grant_id) references masquerade_grant (client_id, id);

create table entry_token (
  client_id uuid not null,
  hash bytea not null,
  kind text not null check (kind in ('sso', 'msq')),
  person_id uuid not null,
  -- Hash of the cookie of the only browser that may use the token; null if any browser may.
  cookie_hash bytea,
  masquerade_grant_id uuid,
  second_factor boolean not null default false,
  provider_name_hash bytea,
  provider_session_hash bytea,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (client_id, hash),
  foreign key (client_id, person_id) references account (client_id, person_id),
  foreign key (client_id, masquerade_grant_id) references masquerade_grant (client_id, id),
  check ((kind = 'msq') = (masquerade_grant_id is not null))
);
comment on table entry_token is
  'A token that opens one session, after single sign-on or for viewing as another person. Written by single sign-on, '
  'masquerades and magic links. Removed by a daily job after it expires.';
create index entry_token_by_end on entry_token (client_id, expires_at);
call app.fence('entry_token');
grant select, insert, update, delete on entry_token to portal_app;

create table sign_on_identity (
  client_id uuid not null,
  -- Name of the provider in the client's settings. A subject is unique within its provider.
  provider text not null,
  subject text not null check (length(subject) between 1 and 1024),
  person_id uuid not null,
  linked_at timestamptz not null default app.now(),
  primary key (client_id, provider, subject),
  -- Someone who later gets a former colleague's email address must not get the former colleague's account.
  unique (client_id, provider, person_id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
comment on table sign_on_identity is
  'The name by which an identity provider knows a person. Written at the first single sign-on. Removed by the '
  'operator''s unlink command, and when an upload changes the person''s address.';
call app.fence('sign_on_identity');
grant select, insert, delete on sign_on_identity to portal_app;

create table sign_on_assertion (
  client_id uuid not null,
  provider text not null,
  assertion text not null check (length(assertion) between 1 and 1024),
  expires_at timestamptz not null,
  primary key (client_id, provider, assertion),
  foreign key (client_id) references client (client_id)
);
comment on table sign_on_assertion is
  'An assertion of an identity provider that was used and must not be used again. Written by single sign-on. Removed '
  'by a daily job after it expires.';
create index sign_on_assertion_by_end on sign_on_assertion (client_id, expires_at);
call app.fence('sign_on_assertion');
grant select, insert, delete on sign_on_assertion to portal_app;
