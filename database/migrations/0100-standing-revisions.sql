-- What a session stands on beside itself (the account, the days of employment, vouchers, accepted terms and the client's rules)
-- hardly ever changes. Servers keep it in memory under the marks of its person (0091) and under those of the client, which
-- stand in the same table under the client's own id: a call then asks for both by one look-up.

comment on table person_revision is 'One row for each change of what a price of somebody is made of or what their sessions stand on; under the client''s own id, for each change of its rules for everybody''s. The daily job folds many into one.';

create function app.mark_holder() returns trigger
language plpgsql
as $$
begin
  insert into person_revision (client_id, person_id, mark)
  values (new.client_id, new.person_id, app.new_mark());
  return null;
end
$$;

create function app.mark_everybody() returns trigger
language plpgsql
as $$
begin
  insert into person_revision (client_id, person_id, mark)
  values (new.client_id, new.client_id, app.new_mark());
  return null;
end
$$;

-- Of an account and a client only what sessions stand on: the others of their columns change with every sign-in and every
-- folder. Both are there as long as a session of theirs is, by its foreign keys.
create trigger account_update_marks after update on account
for each row
when ((old.user_type, old.state, old.two_factor_secret) is distinct from (new.user_type, new.state, new.two_factor_secret))
execute function app.mark_holder();

create trigger client_update_marks after update on client
for each row
when (
  (old.terms_revision, old.requires_two_factor, old.switches)
    is distinct from (new.terms_revision, new.requires_two_factor, new.switches)
)
execute function app.mark_everybody();

do $$
declare
  named record;
begin
  for named in
    select target, event, seen
    from (values ('terms_acceptance'), ('voucher_account')) as tables(target)
    cross join (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as events(event, seen)
  loop
    execute format(
      'create trigger %I after %s on %I referencing %s table as changed for each statement execute function app.mark_people()',
      named.target || '_' || named.event || '_marks', named.event, named.target, named.seen
    );
  end loop;
end
$$;
