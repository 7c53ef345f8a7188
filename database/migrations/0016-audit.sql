
create table audit_head (
  client_id uuid primary key,
  sequence bigint not null,
  hash bytea not null
);
comment on table audit_head is 'The end of a client''s audit chain. Written and locked with each event. Kept.';
call app.fence('audit_head');
grant select, insert, update on audit_head to portal_app;

create table audit_event (
  client_id uuid not null,
  sequence bigint not null,
  -- JSON text as it was hashed, to verify the chain without this database.
  entry text not null,
  previous_hash bytea not null,
  -- sha256(previous_hash || entry)
  hash bytea not null,
  action text not null,
  primary key (client_id, sequence)
);
comment on table audit_event is
  'An action with its actor and subject, chained so that a removed or altered row shows. Written with each effect. Never '
  'changed and kept.';
create index audit_event_by_action on audit_event (client_id, action, sequence);
call app.fence('audit_event');
grant select, insert on audit_event to portal_app;

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
comment on table idempotency_key is
  'A request that had an effect, with its response for a retry. Written with the effect. Removed a day later by the '
  'next requests.';
create index idempotency_key_by_age on idempotency_key (client_id, created_at);
call app.fence('idempotency_key');
grant select, insert, update, delete on idempotency_key to portal_app;

revoke execute on all routines in schema app from public;
grant execute on all routines in schema app to portal_app;
