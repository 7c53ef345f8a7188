-- Selections: one head row a person and benefit, and every version that ever was.

create table selection (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  scheme_year_id uuid not null,
  benefit_id uuid not null,
  -- 'none' once a first draft was dropped: nothing was ever chosen.
  state text not null check (state in (
    'none', 'draft', 'pending', 'active', 'pending-change', 'pended', 'rejected', 'opted-out', 'withdrawn', 'ended'
  )),
  -- The newest version; writers name the version they saw, so that nobody decides on what has changed meanwhile.
  version integer not null,
  -- The version in force and paid for, while a newer one is drafted or waits for a decision.
  running_version integer,
  changed_at timestamptz not null default app.now(),
  primary key (client_id, id),
  unique (client_id, person_id, benefit_id),
  foreign key (client_id, person_id) references person_details (client_id, person_id),
  foreign key (client_id, benefit_id) references benefit (client_id, id),
  foreign key (client_id, scheme_year_id) references scheme_year (client_id, id)
);
create index selection_by_state on selection (client_id, scheme_year_id, state, benefit_id);
call app.fence('selection');
grant select, insert, update on selection to portal_app;

-- Append-only: the application may add a version and read it, and nothing else.
create table selection_version (
  client_id uuid not null,
  selection_id uuid not null,
  version integer not null,
  state text not null,
  action text not null,
  -- What the person chose.
  choice jsonb not null,
  -- The family members covered, as they were.
  people_covered jsonb not null default '[]',
  -- The price with its derivation, amounts in pence as strings; null where nothing is charged.
  price jsonb,
  effective_from date,
  effective_to date,
  replaces integer,
  actor_id uuid,
  subject_id uuid not null,
  reason text,
  recorded_at timestamptz not null default app.now(),
  primary key (client_id, selection_id, version),
  foreign key (client_id, selection_id) references selection (client_id, id)
);
call app.fence('selection_version');
grant select, insert on selection_version to portal_app;

create table approval_decision (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  selection_id uuid not null,
  selection_version integer not null,
  approved boolean not null,
  reason text,
  decided_by uuid not null,
  decided_at timestamptz not null default app.now(),
  primary key (client_id, id),
  -- One version is decided once, whoever else tries.
  unique (client_id, selection_id, selection_version),
  foreign key (client_id, selection_id, selection_version)
    references selection_version (client_id, selection_id, version)
);
call app.fence('approval_decision');
grant select, insert on approval_decision to portal_app;
