-- Lines come with their run or never. That was told by the moment of the lock, which a run that comes from elsewhere
-- brings along; it is told by the transaction that wrote the run.
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
        and payroll_run.xmin = pg_current_xact_id()::xid
    )
  ) then
    raise exception 'The payroll run is locked' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return null;
end
$$;
