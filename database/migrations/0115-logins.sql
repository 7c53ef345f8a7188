-- How often people of a client have come in on each day, for the employer's page about engagement: counted where a session
-- begins. It says of nobody whether they did. Who has left is not counted, and nobody who looks as somebody else.
create table login_count (
  client_id uuid not null,
  day date not null,
  logins integer not null check (logins > 0),
  primary key (client_id, day),
  foreign key (client_id) references client (client_id)
);
call app.fence('login_count');
grant select, insert, update on login_count to portal_app;

-- Sessions that were before.
do $$
declare
  counted uuid;
begin
  for counted in select distinct client_id from client_address loop
    perform set_config('app.client_id', counted::text, true);
    insert into login_count (client_id, day, logins)
    select begun.client_id, begun.day, count(*)
    from (
      select client_id, person_id, (started_at at time zone 'Europe/London')::date as day
      from session
      where client_id = counted
        and came_by <> 'masquerade'
    ) as begun
    cross join lateral (
      select
        max(value) filter (where fact = 'status') as status,
        max(value) filter (where fact = 'end-date') as last_day
      from (
        select distinct on (fact) fact, value
        from employment_fact
        where client_id = counted
          and person_id = begun.person_id
          and fact in ('status', 'end-date')
          and effective_from <= begun.day
        order by fact, effective_from desc, recorded_at desc, sequence desc
      ) as newest
    ) as employment
    where employment.status is distinct from 'left'
      and (employment.last_day is null or employment.last_day >= begun.day::text)
    group by begun.client_id, begun.day;
  end loop;
  perform set_config('app.client_id', '', true);
end
$$;
