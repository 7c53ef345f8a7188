-- Passwords that may not come back, and how often somebody has had one checked.

-- The passwords before the one in use, which stands on the account; hashed as it is.
create table password_history (
  client_id uuid not null,
  person_id uuid not null,
  id uuid not null default gen_random_uuid(),
  password_hash text not null,
  replaced_at timestamptz not null default app.now(),
  -- Orders changes of the same instant.
  sequence bigint generated always as identity,
  primary key (client_id, person_id, id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
call app.fence('password_history');
grant select, insert, delete on password_history to portal_app;

-- Checks of a new password in the current minute: each may cost several slow hashes.
create table password_check (
  client_id uuid not null,
  person_id uuid not null,
  minute timestamptz not null,
  checks integer not null,
  primary key (client_id, person_id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
call app.fence('password_check');
grant select, insert, update on password_check to portal_app;

alter table session drop constraint session_ended_because_check;
alter table session add constraint session_ended_because_check
  check (ended_because in ('logged-out', 'expired', 'too-many', 'refresh-reused', 'password-changed'));
