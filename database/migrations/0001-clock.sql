-- What the later migrations stand on: the schema, the record of migrations and the one clock.

create schema app;
grant usage on schema app to portal_app;

create table app.migration (
  number integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default clock_timestamp()
);
comment on table app.migration is 'Which migration files this database has, each with the checksum of its text.';
grant select on app.migration to portal_app;

create table app.clock (
  one_row boolean primary key default true check (one_row),
  mode text not null default 'live' check (mode in ('live', 'test', 'demo')),
  ahead interval not null default interval '0'
);
comment on table app.clock is 'How far app.now() runs ahead of the real time; counts only in test and demo mode. Written by the owner alone.';
insert into app.clock default values;
grant select on app.clock to portal_app;

create function app.now() returns timestamptz
language sql stable parallel safe
begin atomic
  select transaction_timestamp() + (
    select case when clock.mode in ('test', 'demo') then clock.ahead else interval '0' end
    from app.clock
  );
end;
comment on function app.now() is 'The one clock of the portal: the start of the transaction, so that one request has one time.';

create function app.today() returns date
language sql stable parallel safe
begin atomic
  select (app.now() at time zone 'Europe/London')::date;
end;
comment on function app.today() is 'The calendar date in Europe/London.';

revoke execute on all functions in schema app from public;
grant execute on all functions in schema app to portal_app;
