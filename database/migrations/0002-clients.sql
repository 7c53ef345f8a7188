-- Clients (tenants), their addresses and scheme years.
-- Every tenant table carries client_id first in its primary key, and app.fence() closes it to every other client.

create function app.client_id() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('app.client_id', true), '')::uuid $$;

-- Forces row-level security on a tenant table: without a client set, no row is visible and none can be written.
create procedure app.fence(table_name regclass)
language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format(
    'create policy client_fence on %s using (client_id = app.client_id()) with check (client_id = app.client_id())',
    table_name
  );
end
$$;

grant usage on schema app, public to portal_app;
grant execute on all functions in schema app to portal_app;

-- The one table outside the fence: which client answers on which sub-domain. It holds nothing about people.
create table client_address (
  name text primary key check (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  client_id uuid not null
);
create index client_address_by_client on client_address (client_id);
grant select, insert, update, delete on client_address to portal_app;

create table client (
  client_id uuid primary key,
  code text not null,
  name text not null,
  -- Colours, logos and fonts as the client's folder gives them; a missing one means the default.
  theme jsonb not null default '{}',
  support jsonb not null default '{}',
  switches jsonb not null default '{}',
  identity_provider jsonb,
  -- Revision of the site terms that people must have accepted.
  terms_revision integer not null default 1,
  -- Hash of the scheme folder as last applied.
  applied_hash text,
  applied_at timestamptz,
  created_at timestamptz not null default app.now()
);
call app.fence('client');
grant select, insert, update on client to portal_app;

create table scheme_year (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  year integer not null,
  starts_on date not null,
  ends_on date not null,
  life_event_kinds jsonb not null default '[]',
  primary key (client_id, id),
  unique (client_id, year),
  foreign key (client_id) references client (client_id),
  check (ends_on > starts_on)
);
call app.fence('scheme_year');
grant select, insert, update on scheme_year to portal_app;

create table content_page (
  client_id uuid not null,
  -- 'terms', 'policy', 'cookie', 'faqs', 'contact', 'carousel', 'cards', 'banners'
  kind text not null,
  position integer not null default 0,
  title text not null,
  -- Sanitised HTML.
  content text not null default '',
  -- Further fields of the entry: category, reference, live, imageUrl, link, linkLabel.
  details jsonb not null default '{}',
  revision integer not null default 1,
  primary key (client_id, kind, position),
  foreign key (client_id) references client (client_id)
);
call app.fence('content_page');
grant select, insert, update, delete on content_page to portal_app;
