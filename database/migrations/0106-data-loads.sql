-- Uploads of employee data: one file, checked whole, that counts as a whole or not at all, and can be taken back.

create table data_load (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  file_name text not null,
  file_hash bytea not null,
  status text not null check (status in (
    'uploading', 'checking', 'refused', 'ready', 'committing', 'confirmed', 'cancelled', 'undoing', 'undone', 'failed'
  )),
  uploaded_by uuid not null,
  uploaded_at timestamptz not null default app.now(),
  -- Names of the file's columns, in the order of its cells.
  columns jsonb not null default '[]',
  rows integer not null default 0,
  new_people integer,
  changed_people integer,
  leaving_people integer,
  unchanged_people integer,
  fault_count integer not null default 0,
  -- What the preview stands on, and its name; another one after every check.
  base_version text,
  preview uuid,
  made_anew boolean not null default false,
  has_difference boolean not null default false,
  -- How often its work was begun and not ended, by whatever brought a process down.
  attempts integer not null default 0,
  failure text,
  worked_at timestamptz not null default app.now(),
  changed_by uuid,
  confirmed_at timestamptz,
  -- The last fact that was recorded when it counted: what comes later somebody else has said.
  last_fact bigint,
  undone_at timestamptz,
  taken_back integer,
  left_alone integer,
  primary key (client_id, id),
  foreign key (client_id, uploaded_by) references account (client_id, person_id),
  check ((status in ('confirmed', 'undoing', 'undone')) <= (confirmed_at is not null))
);
-- One at a time for a client (S-54).
create unique index data_load_under_way on data_load (client_id)
  where status in ('uploading', 'checking', 'ready', 'committing', 'undoing');
create index data_load_by_time on data_load (client_id, uploaded_at desc, id);
call app.fence('data_load');
grant select, insert, update on data_load to portal_app;

-- The rows as they came, until the load has ended.
create table data_load_row (
  client_id uuid not null,
  load_id uuid not null,
  line integer not null,
  cells jsonb not null,
  primary key (client_id, load_id, line),
  foreign key (client_id, load_id) references data_load (client_id, id)
);
call app.fence('data_load_row');
grant select, insert, delete on data_load_row to portal_app;

create table data_load_fault (
  client_id uuid not null,
  load_id uuid not null,
  number integer not null,
  line integer not null,
  column_name text,
  value text,
  reason text not null,
  primary key (client_id, load_id, number),
  foreign key (client_id, load_id) references data_load (client_id, id)
);
call app.fence('data_load_fault');
grant select, insert, delete on data_load_fault to portal_app;

-- Whom a load concerns; whoever stays as they are is not here.
create table data_load_person (
  client_id uuid not null,
  load_id uuid not null,
  line integer not null,
  -- Of who is new, once they are there.
  person_id uuid,
  kind text not null check (kind in ('new', 'changed', 'leaving')),
  name text not null,
  employee_number text not null,
  email text not null,
  fields jsonb not null default '[]',
  -- Their details as they were, none for who is new, and as the load left them: for taking back.
  details_before jsonb,
  details_after jsonb,
  -- Changed since by somebody else, and therefore left alone when the load was taken back.
  left_alone boolean not null default false,
  primary key (client_id, load_id, line),
  foreign key (client_id, load_id) references data_load (client_id, id)
);
create index data_load_person_of on data_load_person (client_id, person_id);
call app.fence('data_load_person');
grant select, insert, update, delete on data_load_person to portal_app;

create table data_load_difference (
  client_id uuid not null,
  load_id uuid not null,
  position integer not null,
  kind text not null check (kind in ('gains', 'loses', 'repriced', 'begins', 'ends')),
  person_id uuid,
  name text not null,
  employee_number text,
  benefit_name text not null,
  reason text,
  cost_before jsonb,
  cost_after jsonb,
  primary key (client_id, load_id, position),
  foreign key (client_id, load_id) references data_load (client_id, id)
);
call app.fence('data_load_difference');
grant select, insert, delete on data_load_difference to portal_app;

-- Which clients have an upload to be worked on. It asks each client behind its own fence, so that nobody needs a way around it.
create function app.clients_with_uploads() returns setof uuid
language plpgsql
as $$
declare
  asked uuid;
  before text := coalesce(current_setting('app.client_id', true), '');
begin
  for asked in select distinct client_id from client_address order by client_id loop
    perform set_config('app.client_id', asked::text, true);
    if exists (
      select from data_load
      where client_id = asked and status in ('uploading', 'checking', 'committing', 'undoing')
    ) then
      return next asked;
    end if;
  end loop;
  perform set_config('app.client_id', before, true);
end
$$;
revoke execute on function app.clients_with_uploads() from public;
grant execute on function app.clients_with_uploads() to portal_app;
