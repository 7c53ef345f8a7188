-- Revisions that servers compare with every call before they use what they keep in memory: prices, sessions and schemes
-- (decisions 15, 31, 34).

create table person_revision (
  client_id uuid not null,
  -- The client's own id for a change that concerns everyone.
  person_id uuid not null,
  -- Random, so that no two sets of marks are alike. All marks of a person together are their revision: nobody waits for
  -- another writer of the same person.
  mark bigint not null,
  primary key (client_id, person_id, mark)
) with (autovacuum_vacuum_insert_scale_factor = 0.05);
comment on table person_revision is
  'A change of what a person''s prices or sessions depend on. Written by triggers. A daily job replaces many marks of a '
  'person by one.';
call app.fence('person_revision');
grant select, insert, delete on person_revision to portal_app;

create function app.mark_people() returns trigger
language plpgsql
as $$
begin
  insert into person_revision (client_id, person_id, mark)
  select client_id, person_id, app.new_mark()
  from (select distinct client_id, person_id from changed where person_id is not null) as people;
  return null;
end
$$;

create function app.mark_subjects() returns trigger
language plpgsql
as $$
begin
  insert into person_revision (client_id, person_id, mark)
  select client_id, subject_id, app.new_mark()
  from (select distinct client_id, subject_id from changed) as people;
  return null;
end
$$;

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

create function app.renew_scheme_revision() returns trigger
language plpgsql
as $$
begin
  update client set scheme_revision = gen_random_uuid() where client_id in (select client_id from changed);
  return null;
end
$$;

-- A window granted to one person changes nothing for others.
create function app.renew_scheme_revision_for_all() returns trigger
language plpgsql
as $$
begin
  update client set scheme_revision = gen_random_uuid()
  where client_id in (select client_id from changed where person_id is null);
  return null;
end
$$;

do $$
declare
  named record;
begin
  for named in
    select target, suffix, action, event, seen
    from (values
      ('person_details', 'marks', 'app.mark_people'), ('family_member', 'marks', 'app.mark_people'),
      ('employment_fact', 'marks', 'app.mark_people'), ('selection', 'marks', 'app.mark_people'),
      ('selection_version', 'marks', 'app.mark_subjects'), ('enrolment_window', 'marks', 'app.mark_people'),
      ('terms_acceptance', 'marks', 'app.mark_people'), ('voucher_account', 'marks', 'app.mark_people'),
      ('scheme_year', 'renews', 'app.renew_scheme_revision'), ('benefit', 'renews', 'app.renew_scheme_revision'),
      ('rate_table', 'renews', 'app.renew_scheme_revision'),
      ('enrolment_window', 'renews', 'app.renew_scheme_revision_for_all'),
      ('payroll', 'renews', 'app.renew_scheme_revision'), ('payroll_period', 'renews', 'app.renew_scheme_revision')
    ) as tables(target, suffix, action)
    cross join (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as events(event, seen)
  loop
    execute format(
      'create trigger %I after %s on %I referencing %s table as changed for each statement execute function %s()',
      named.target || '_' || named.event || '_' || named.suffix, named.event, named.target, named.seen, named.action
    );
  end loop;
end
$$;

-- Only the columns that sessions depend on: others change with every sign-in and every folder.
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
