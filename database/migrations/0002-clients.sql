-- Clients (tenants) and their scheme folders, except benefits. app.fence() isolates each client's rows.

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

create table client_address (
  name text primary key check (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  client_id uuid not null
);
comment on table client_address is
  'A sub-domain that a client''s portal is served on; the one tenant table without row-level security. Written when a '
  'scheme folder is applied. Removed when the folder no longer names it.';
create index client_address_by_client on client_address (client_id);
grant select, insert, update, delete on client_address to portal_app;

create table client (
  client_id uuid primary key,
  code text not null,
  name text not null,
  theme jsonb not null default '{}',
  support jsonb not null default '{}',
  switches jsonb not null default '{}',
  identity_provider jsonb,
  -- Address of the application for childcare vouchers, and the name of the variable with the shared secret.
  voucher_application jsonb,
  terms_revision integer not null default 1,
  -- Whether employees must have a second factor, if the employer decided it in the portal; null: the scheme folder decides.
  requires_two_factor boolean,
  -- A new value after every change of scheme years, benefits, rates, windows for everyone, payrolls or pay periods.
  scheme_revision uuid not null default gen_random_uuid(),
  created_at timestamptz not null default app.now()
);
comment on table client is
  'A client (tenant) with its settings. Written when a scheme folder is applied, and by the employer''s choice about '
  'second factors. Kept.';
call app.fence('client');
grant select, insert, update on client to portal_app;

create table unfinished_application (
  client_id uuid primary key,
  began_at timestamptz not null,
  folder_hash text not null,
  change jsonb not null,
  has_people boolean not null,
  is_recalculated boolean not null default false,
  done_up_to uuid,
  foreign key (client_id) references client (client_id)
);
comment on table unfinished_application is
  'A scheme folder of a large client that is in force, but not for all people yet. Written when the folder is applied, and '
  'by the worker. Removed when all people have it.';
call app.fence('unfinished_application');
grant select, insert, update, delete on unfinished_application to portal_app;

create table client_picture (
  client_id uuid not null,
  name text not null,
  -- First 32 hexadecimal digits of the SHA-256. Part of the picture's URL, so that browsers may cache it for ever.
  hash text not null check (hash ~ '^[0-9a-f]{32}$'),
  media_type text not null check (media_type in ('image/svg+xml', 'image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null,
  primary key (client_id, name),
  foreign key (client_id) references client (client_id)
);
comment on table client_picture is
  'A picture of the scheme folder: logo, banner, avatar. Written when a folder is applied. Removed when the folder no '
  'longer has it.';
create index client_picture_by_hash on client_picture (client_id, hash);
call app.fence('client_picture');
grant select, insert, update, delete on client_picture to portal_app;

create table content_page (
  client_id uuid not null,
  -- 'terms', 'policy', 'cookie', 'faqs', 'contact', 'carousel', 'cards', 'banners'
  kind text not null,
  position integer not null default 0,
  title text not null,
  -- Sanitised HTML.
  content text not null default '',
  details jsonb not null default '{}',
  revision integer not null default 1,
  primary key (client_id, kind, position),
  foreign key (client_id) references client (client_id)
);
comment on table content_page is
  'A text of the client''s site: terms, policies, FAQs, banners. Written when a scheme folder is applied. Removed when '
  'the folder no longer has it.';
call app.fence('content_page');
grant select, insert, update, delete on content_page to portal_app;

create table scheme_file (
  client_id uuid not null,
  year integer not null,
  name text not null,
  content text not null,
  primary key (client_id, year, name),
  foreign key (client_id) references client (client_id)
);
comment on table scheme_file is
  'A file of the scheme folder as it was read, with every relative day as a date, for export. Written when a folder is '
  'applied. Replaced when a folder is applied again for the year.';
call app.fence('scheme_file');
grant select, insert, update, delete on scheme_file to portal_app;
