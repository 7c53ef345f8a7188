-- Lines come with their run or never, looked at once for all lines of a statement: a run of thousands of lines is locked
-- while everybody who changes something for pay waits.
drop trigger payroll_line_written_with_its_run on payroll_line;

create or replace function app.refuse_line_after_lock() returns trigger
language plpgsql
as $$
begin
  if exists (
    select
    from (select distinct client_id, period_id from added) as written
    where not exists (
      select
      from payroll_run
      where payroll_run.client_id = written.client_id
        and payroll_run.period_id = written.period_id
        and locked_at = app.now()
    )
  ) then
    raise exception 'The payroll run is locked' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return null;
end
$$;

create trigger payroll_line_written_with_its_run
after insert on payroll_line
referencing new table as added
for each statement execute function app.refuse_line_after_lock();
