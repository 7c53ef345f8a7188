-- What a scheme offers is the same for everybody and changes a few times a year. Servers keep it in memory under its
-- revision, and ask with every call whether that revision still stands: a new one follows every change, whoever makes it.

alter table client add column scheme_revision uuid not null default gen_random_uuid();
comment on column client.scheme_revision is 'Another one after every change of scheme years, benefits, rates, windows for everybody, payrolls or pay periods.';

create function app.renew_scheme_revision() returns trigger
language plpgsql
as $$
begin
  update client set scheme_revision = gen_random_uuid() where client_id in (select client_id from changed);
  return null;
end
$$;

-- Everything one person chose is read together, by one descent instead of one for each selection.
create index selection_version_of_subject on selection_version (client_id, subject_id);

-- A window granted to one person changes nothing for the others.
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
    select target, renewal, event, seen
    from (values
      ('scheme_year', 'app.renew_scheme_revision'), ('benefit', 'app.renew_scheme_revision'),
      ('rate_table', 'app.renew_scheme_revision'), ('enrolment_window', 'app.renew_scheme_revision_for_all'),
      ('payroll', 'app.renew_scheme_revision'), ('payroll_period', 'app.renew_scheme_revision')
    ) as tables(target, renewal)
    cross join (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as events(event, seen)
  loop
    execute format(
      'create trigger %I after %s on %I referencing %s table as changed for each statement execute function %s()',
      named.target || '_' || named.event || '_renews', named.event, named.target, named.seen, named.renewal
    );
  end loop;
end
$$;
