
create table upload (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  file_name text not null,
  file_hash bytea not null,
  status text not null check (status in (
    'uploading', 'checking', 'refused', 'ready', 'committing', 'confirmed', 'cancelled', 'undoing', 'undone', 'failed'
  )),
  uploaded_by uuid not null,
  uploaded_at timestamptz not null default app.now(),
  columns jsonb not null default '[]',
  rows integer not null default 0,
  new_people integer,
  changed_people integer,
  leaving_people integer,
  unchanged_people integer,
  fault_count integer not null default 0,
  -- Sentences about how the file was read.
  how_read jsonb not null default '[]',
  warnings jsonb not null default '[]',
  concerns jsonb not null default '[]',
  -- Version of the data used for the preview, and the preview's id, which changes with each check.
  base_version text,
  preview uuid,
  checked_at timestamptz,
  preview_repeated boolean not null default false,
  has_difference boolean not null default false,
  attempts integer not null default 0,
  rechecks integer not null default 0,
  failure text,
  -- work_done: rows checked or people committed since work_began_at. work_total: people to recalculate.
  work_began_at timestamptz,
  work_done integer not null default 0,
  work_total integer,
  last_active_at timestamptz not null default app.now(),
  changed_by uuid,
  confirmed_at timestamptz,
  -- Sequence of the newest employment fact at confirmation. Later facts are not from the upload.
  last_fact_sequence bigint,
  undone_at timestamptz,
  -- Number of people whose changes were undone, and number of people left unchanged because they were changed again later.
  undone_people integer,
  kept_people integer,
  primary key (client_id, id),
  foreign key (client_id, uploaded_by) references account (client_id, person_id),
  check ((status in ('confirmed', 'undoing', 'undone')) <= (confirmed_at is not null))
);
comment on table upload is
  'A file of employee data that an employer uploaded, with its state and counts. Written by the upload panel and the '
  'worker. Kept.';
-- A client has one upload under way at most (S-54).
create unique index upload_under_way on upload (client_id)
  where status in ('uploading', 'checking', 'ready', 'committing', 'undoing');
create index upload_by_time on upload (client_id, uploaded_at desc, id);
call app.fence('upload');
grant select, insert, update on upload to portal_app;

create table upload_row (
  client_id uuid not null,
  upload_id uuid not null,
  line integer not null,
  cells jsonb not null,
  primary key (client_id, upload_id, line),
  foreign key (client_id, upload_id) references upload (client_id, id)
);
comment on table upload_row is
  'A row of an uploaded file, unchanged. Without row-level security, because COPY refuses a table with it. Written by the '
  'reception of the file (COPY). Removed when the upload is confirmed, refused or cancelled.';
grant select, insert, delete on upload_row to portal_app;

create table upload_fault (
  client_id uuid not null,
  upload_id uuid not null,
  number integer not null,
  line integer not null,
  column_name text,
  value text,
  reason text not null,
  primary key (client_id, upload_id, number),
  foreign key (client_id, upload_id) references upload (client_id, id)
);
comment on table upload_fault is
  'A fault in a line of a refused file. Written by the check. Kept with the upload; replaced by a new check.';
call app.fence('upload_fault');
grant select, insert, delete on upload_fault to portal_app;

create table upload_person (
  client_id uuid not null,
  upload_id uuid not null,
  line integer not null,
  person_id uuid not null,
  kind text not null check (kind in ('new', 'changed', 'leaving')),
  name text not null,
  employee_number text not null,
  email text not null,
  email_before text,
  fields jsonb not null default '[]',
  -- Details before (null for a joiner) and after the upload, which the undo compares and restores. Null after an undo.
  details_before jsonb,
  details_after jsonb,
  facts jsonb,
  kept_at_undo boolean not null default false,
  primary key (client_id, upload_id, line),
  foreign key (client_id, upload_id) references upload (client_id, id)
);
comment on table upload_person is
  'A person added or changed by an upload; unchanged people have no row. Written by the check. Kept for the undo. '
  'After an undo, only the names of joiners and of people whose changes were not undone remain. Removed when the upload is '
  'refused or cancelled.';
create index upload_person_of on upload_person (client_id, person_id);
call app.fence('upload_person');
grant select, insert, update, delete on upload_person to portal_app;

create table upload_difference (
  client_id uuid not null,
  upload_id uuid not null,
  position integer not null,
  kind text not null check (kind in ('gains', 'loses', 'repriced', 'begins', 'ends')),
  person_id uuid,
  name text not null,
  employee_number text,
  benefit_name text not null,
  reason text,
  cost_before jsonb,
  cost_after jsonb,
  primary key (client_id, upload_id, position),
  foreign key (client_id, upload_id) references upload (client_id, id)
);
comment on table upload_difference is
  'A change of a person''s benefit that an upload causes. Written by the check. Removed when the upload is refused, '
  'cancelled or undone; replaced by a new check.';
create index upload_difference_of on upload_difference (client_id, upload_id, person_id);
call app.fence('upload_difference');
grant select, insert, delete on upload_difference to portal_app;

create table upload_recalculation (
  client_id uuid not null,
  upload_id uuid not null,
  person_id uuid not null,
  -- Hash of the person's selections, family, accepted terms and locked pay periods at the time of the check. If the hash
  -- differs at confirmation, the person is recalculated.
  inputs text not null,
  -- New versions of the person's selections: JSON of `RecalculatedSelection`. The database never reads it.
  selections text not null,
  primary key (client_id, upload_id, person_id),
  foreign key (client_id, upload_id) references upload (client_id, id)
);
comment on table upload_recalculation is
  'New versions of a person''s selections, as the check calculated them, for the confirmation to write. Written by the '
  'check. Removed when the upload is confirmed, refused or cancelled; replaced by a new check.';
call app.fence('upload_recalculation');
grant select, insert, delete on upload_recalculation to portal_app;
