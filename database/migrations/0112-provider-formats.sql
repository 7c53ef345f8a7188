-- How the providers of a scheme year want what they are told of a month: which columns, in what order, under what name. A provider
-- without an entry has the portal's own columns.
alter table scheme_year add column provider_formats jsonb not null default '[]';
