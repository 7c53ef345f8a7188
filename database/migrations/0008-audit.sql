-- What happened, by whom, chained so that a removed or altered row shows; and answers kept for retried requests.

create table audit_head (
  client_id uuid primary key,
  sequence bigint not null,
  hash bytea not null
);
call app.fence('audit_head');
grant select, insert, update on audit_head to portal_app;

-- hash = sha256(previous_hash || entry); entry is JSON text as it was hashed, so the chain verifies without this database.
create table audit_event (
  client_id uuid not null,
  sequence bigint not null,
  entry text not null,
  previous_hash bytea not null,
  hash bytea not null,
  action text not null,
  primary key (client_id, sequence)
);
create index audit_event_by_action on audit_event (client_id, action, sequence);
call app.fence('audit_event');
grant select, insert on audit_event to portal_app;

-- One row a request that had an effect and carried an Idempotency-Key: committed with the effect it answers for.
create table idempotency_key (
  client_id uuid not null,
  person_id uuid not null,
  key text not null check (length(key) between 8 and 200),
  request_hash bytea not null,
  status integer,
  body text,
  created_at timestamptz not null default app.now(),
  primary key (client_id, person_id, key)
);
create index idempotency_key_by_age on idempotency_key (client_id, created_at);
call app.fence('idempotency_key');
grant select, insert, update, delete on idempotency_key to portal_app;
