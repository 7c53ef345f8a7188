-- The price while somebody moves a slider is made of what is known of them, which hardly ever changes meanwhile. Servers
-- keep it in memory under its revision and ask with every call whether that still stands. Each change adds a mark, and all
-- marks of a person together are their revision: nobody waits for another who changes the same person, as they would for a
-- row with a number in it, and no order of locks has to be kept.

create table person_revision (
  client_id uuid not null,
  person_id uuid not null,
  -- By chance, so that no two sets of marks are the same together.
  mark bigint not null,
  primary key (client_id, person_id, mark)
) with (autovacuum_vacuum_insert_scale_factor = 0.05);
comment on table person_revision is 'One row for each change of what a price of somebody is made of; the daily job folds many into one.';
call app.fence('person_revision');
grant select, insert, delete on person_revision to portal_app;

create function app.new_mark() returns bigint
language sql volatile
return hashtextextended(gen_random_uuid()::text, 0);

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

do $$
declare
  named record;
begin
  for named in
    select target, marking, event, seen
    from (values
      ('person_details', 'app.mark_people'), ('family_member', 'app.mark_people'), ('employment_fact', 'app.mark_people'),
      ('selection', 'app.mark_people'), ('selection_version', 'app.mark_subjects'),
      -- Those granted to one person.
      ('enrolment_window', 'app.mark_people')
    ) as tables(target, marking)
    cross join (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as events(event, seen)
  loop
    execute format(
      'create trigger %I after %s on %I referencing %s table as changed for each statement execute function %s()',
      named.target || '_' || named.event || '_marks', named.event, named.target, named.seen, named.marking
    );
  end loop;
end
$$;
