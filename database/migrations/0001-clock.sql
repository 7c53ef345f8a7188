-- The schema `app`, the record of migrations and the clock. A later change is a new file with the next number.

create schema app;
grant usage on schema app, public to portal_app;

create table app.migration (
  number integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default clock_timestamp()
);
comment on table app.migration is 'A migration file that this database has applied. Written by database/migrate.ts. Kept.';
grant select on app.migration to portal_app;

create table app.clock (
  one_row boolean primary key default true check (one_row),
  mode text not null default 'live' check (mode in ('live', 'test', 'demo')),
  ahead interval not null default interval '0'
);
comment on table app.clock is
  'How far app.now() is ahead of the real time, in test and demo mode only. Written by the owner of the schema. One '
  'row, kept.';
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
comment on function app.now() is
  'The one clock of the portal: the start of the transaction, so that one request has one time.';

create function app.today() returns date
language sql stable parallel safe
begin atomic
  select (app.now() at time zone 'Europe/London')::date;
end;
comment on function app.today() is 'The calendar date in Europe/London.';

-- Now and today in one row, because separate calls cost a lookup each. PL/pgSQL, because Citus cannot plan such an SQL function.
create function app.present() returns table (now timestamptz, today date)
language plpgsql stable parallel safe
as $$
begin
  select transaction_timestamp() + case when mode in ('test', 'demo') then ahead else interval '0' end
  into now
  from app.clock;
  today := (now at time zone 'Europe/London')::date;
  return next;
end
$$;
