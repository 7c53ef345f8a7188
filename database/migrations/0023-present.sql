-- What app.now() and app.today() say, for questions that are asked with every call: PostgreSQL plans this into the question,
-- where it calls those two, each with a look-up of its own. Named `as materialized` it is worked out once.
create function app.present() returns table (now timestamptz, today date)
language sql stable parallel safe
begin atomic
  select moment.now, (moment.now at time zone 'Europe/London')::date
  from (
    select transaction_timestamp() + case when mode in ('test', 'demo') then ahead else interval '0' end as now
    from app.clock
  ) as moment;
end;

revoke execute on function app.present() from public;
grant execute on function app.present() to portal_app;
