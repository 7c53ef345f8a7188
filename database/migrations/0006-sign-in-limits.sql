-- Limits on sign-in attempts (S-06, S-08, S-14). Identifiers and network addresses are stored as keyed hashes only.

create table failed_attempt (
  client_id uuid not null,
  identifier_hash bytea not null,
  lane text not null,
  failures integer not null,
  locked_until timestamptz,
  changed_at timestamptz not null default app.now(),
  primary key (client_id, identifier_hash, lane),
  foreign key (client_id) references client (client_id)
);
comment on table failed_attempt is
  'Failed sign-in attempts for one identifier from any browser or from one known device. Written by sign-in. Removed by '
  'the right password, or by a daily job once the failures no longer matter.';
call app.fence('failed_attempt');
grant select, insert, update, delete on failed_attempt to portal_app;

create table sign_in_attempt (
  client_id uuid not null,
  source bytea not null,
  identifier_hash bytea not null,
  attempted_at timestamptz not null,
  primary key (client_id, source, identifier_hash),
  foreign key (client_id) references client (client_id)
);
comment on table sign_in_attempt is
  'An identifier that someone tried to sign in with from one source. Written by sign-in. Removed when the sign-in '
  'succeeds, or by a daily job.';
create index sign_in_attempt_over on sign_in_attempt (client_id, attempted_at);
call app.fence('sign_in_attempt');
grant select, insert, update, delete on sign_in_attempt to portal_app;

create table spraying_source (
  client_id uuid not null,
  source bytea not null,
  since timestamptz not null,
  primary key (client_id, source),
  foreign key (client_id) references client (client_id)
);
comment on table spraying_source is
  'A source of password spraying: so many identifiers were tried from it that each sign-in needs a captcha. Written by '
  'sign-in. Removed by a daily job.';
call app.fence('spraying_source');
grant select, insert, update, delete on spraying_source to portal_app;

create table captcha_solution (
  client_id uuid not null,
  solution_hash bytea not null,
  used_at timestamptz not null,
  primary key (client_id, solution_hash),
  foreign key (client_id) references client (client_id)
);
comment on table captcha_solution is
  'A captcha solution that was used and must not be used again. Written by sign-in. Removed by a daily job once the '
  'captcha has expired.';
create index captcha_solution_over on captcha_solution (client_id, used_at);
call app.fence('captcha_solution');
grant select, insert, update, delete on captcha_solution to portal_app;

create table attempt_without_captcha (
  client_id uuid not null,
  key_hash bytea not null,
  attempts integer not null,
  since timestamptz not null,
  primary key (client_id, key_hash),
  foreign key (client_id) references client (client_id)
);
comment on table attempt_without_captcha is
  'Attempts that were allowed without a captcha while the captcha service was unavailable. Written by sign-in. Removed '
  'by a daily job once the limit is over.';
create index attempt_without_captcha_over on attempt_without_captcha (client_id, since);
call app.fence('attempt_without_captcha');
grant select, insert, update, delete on attempt_without_captcha to portal_app;
