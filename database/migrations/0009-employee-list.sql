-- The employee list: a row for each person, and exact counts. Transactions that change a person call refreshEmployees.

-- Both extensions are trusted, so the owner may create them. btree_gin allows client_id first in an index.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- 'Zoë O''Neil-Müller' to 'zoe oneil-muller': search terms and stored names match without accents, case and apostrophes.
create function app.folded(words text) returns text
language sql immutable strict parallel safe
return btrim(
  replace(replace(replace(replace(
    translate(
      lower(regexp_replace(normalize(words, nfkd), U&'[\0300-\036F''`\2018\2019\02BC]', '', 'g') collate "und-x-icu"),
      'øłđðıħŧ', 'olddiht'
    ),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
);

-- No foreign key to person_details: each row is made from a row of that table, and a check would slow uploads.
create table employee (
  client_id uuid not null,
  person_id uuid not null,
  first_name text not null,
  surname text not null,
  email text collate "C" not null,
  -- Number as of today. A daily job updates people whose new number starts on a later day than it was recorded.
  employee_number text,
  registered boolean not null,
  two_factor boolean not null,
  last_login_at timestamptz,
  employed_until date,
  -- Folded, and compared byte by byte so that every machine has the same order.
  name_key text collate "C" not null,
  number_key text collate "C" not null,
  -- Folded words, each after a space: LIKE '% jo%' finds beginnings, LIKE '%art%' anything.
  search text collate "C" not null,
  primary key (client_id, person_id)
) with (
  -- Free space lets the last login change in place. Frequent vacuuming keeps index-only reads cheap.
  fillfactor = 85,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05
);
comment on table employee is
  'A person in the employer''s list, derived from account, person_details and employment_fact. Written by '
  'refreshEmployees with each change of these tables. Removed with its sources, and when the upload that added the person is '
  'undone.';
create index employee_by_name on employee (client_id, name_key, person_id) include (registered, two_factor);
create index employee_by_registered on employee (client_id, registered, name_key, person_id);
create index employee_by_two_factor on employee (client_id, two_factor, name_key, person_id);
-- Partial, because few people have a last day.
create index employee_leaving on employee (client_id, employed_until, name_key, person_id) where employed_until is not null;
create index employee_by_email on employee (client_id, email, person_id) include (registered);
create index employee_by_number on employee (client_id, number_key, person_id) include (registered);
-- Each search reads the list of pending writes, so it is kept short.
create index employee_by_words on employee using gin (client_id, search gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 256);
call app.fence('employee');
grant select, insert, update, delete on employee to portal_app;

create table employee_count (
  client_id uuid primary key,
  people integer not null,
  registered integer not null,
  two_factor integer not null
) with (fillfactor = 50);
comment on table employee_count is
  'How many people the list of a client has, without employee_delta. Written when deltas are added to it. Kept.';
call app.fence('employee_count');
grant select, insert, update, delete on employee_count to portal_app;

create table employee_block (
  client_id uuid not null,
  name_key text collate "C" not null,
  person_id uuid not null,
  people integer not null,
  registered integer not null,
  two_factor integer not null,
  primary key (client_id, name_key, person_id)
) with (fillfactor = 85);
comment on table employee_block is
  'A block of the list in the order of names with its counts, so that a jump to any page is quick. Written when deltas '
  'are added to it. Replaced when the list is recounted.';
call app.fence('employee_block');
grant select, insert, update, delete on employee_block to portal_app;

create table employee_delta (
  client_id uuid not null,
  -- Random, so that an upload's preview, which is rolled back, uses up no sequence.
  id uuid not null default gen_random_uuid(),
  name_key text collate "C" not null,
  person_id uuid not null,
  people integer not null,
  registered integer not null,
  two_factor integer not null,
  primary key (client_id, id)
) with (autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0);
comment on table employee_delta is
  'A change of the list that its counts do not include yet; readers add it, so that writers need not wait for each other. Written by '
  'refreshEmployees. Removed when it is added to the counts.';
call app.fence('employee_delta');
grant select, insert, update, delete on employee_delta to portal_app;
