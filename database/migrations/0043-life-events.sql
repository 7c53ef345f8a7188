-- What happened in somebody's life and may open benefits to them. The kind is kept as the scheme had it then.
create table life_event (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  scheme_year_id uuid not null,
  kind text not null,
  kind_name text not null,
  event_date date not null,
  family_member_id uuid,
  evidence text not null check (evidence in ('not-needed', 'requested', 'received', 'accepted', 'declined')),
  -- The first and the last day on which benefits may be chosen because of it; none while evidence is awaited.
  opens_on date,
  closes_on date,
  decided_by text,
  decision_reason text,
  decided_on date,
  recorded_at timestamptz not null default app.now(),
  primary key (client_id, id),
  unique (client_id, person_id, kind, event_date),
  foreign key (client_id, person_id) references person_details (client_id, person_id),
  foreign key (client_id, scheme_year_id) references scheme_year (client_id, id),
  foreign key (client_id, family_member_id) references family_member (client_id, id),
  check ((opens_on is null) = (closes_on is null)),
  check ((evidence in ('accepted', 'declined')) = (decided_on is not null))
);
call app.fence('life_event');
grant select, insert, update on life_event to portal_app;

-- Documents, until somebody has decided by them.
create table life_event_evidence (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  life_event_id uuid not null,
  file_name text not null,
  media_type text not null,
  bytes bytea not null,
  received_at timestamptz not null default app.now(),
  primary key (client_id, id),
  foreign key (client_id, life_event_id) references life_event (client_id, id)
);
create index life_event_evidence_of on life_event_evidence (client_id, life_event_id);
call app.fence('life_event_evidence');
grant select, insert, delete on life_event_evidence to portal_app;
