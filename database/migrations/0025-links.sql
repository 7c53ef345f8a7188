-- Links by which people choose a password: to replace a forgotten one, or the first of all.

create table link (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  kind text not null check (kind in ('reset', 'activation')),
  -- Keyed. The token itself stands in the mail alone, sealed there until it is delivered.
  token_hash bytea not null,
  made_at timestamptz not null default app.now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- A password was chosen by this one, or by other means.
  ended_because text check (ended_because in ('used', 'password-set')),
  wrong_dates integer not null default 0,
  -- When the date of birth was right, and of the cookie of the browser in which it was.
  verified_at timestamptz,
  browser_hash bytea,
  -- Checks of a new password in the current minute.
  checks_minute timestamptz,
  checks integer not null default 0,
  primary key (client_id, id),
  unique (client_id, token_hash),
  foreign key (client_id, person_id) references account (client_id, person_id),
  check ((ended_at is null) = (ended_because is null)),
  check ((verified_at is null) = (browser_hash is null))
);
create index link_of_person on link (client_id, person_id);
create index link_expiring on link (client_id, expires_at);
call app.fence('link');
grant select, insert, update, delete on link to portal_app;

-- When something was done of which only so much may be done within a time: the moments of that time, and no older ones.
create table link_count (
  client_id uuid not null,
  what text not null check (what in ('asked-for', 'asked-from', 'wrong-date')),
  -- Keyed: of an address that a link was asked for, or from; or the person whose date of birth was tried.
  counted bytea not null,
  moments timestamptz[] not null,
  latest timestamptz not null,
  primary key (client_id, what, counted),
  foreign key (client_id) references client (client_id)
);
create index link_count_over on link_count (client_id, latest);
call app.fence('link_count');
grant select, insert, update, delete on link_count to portal_app;

-- Browsers that were known before then have no budget of their own any more (S-14).
alter table account add column devices_since timestamptz;
