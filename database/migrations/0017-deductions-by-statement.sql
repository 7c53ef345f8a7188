-- A locked period is asked after once a statement instead of once a row: many deductions are written at a time.

create function app.refuse_changes_to_locked_periods() returns trigger
language plpgsql
as $$
begin
  -- Waits for whoever is locking a period right now; the look at payroll_run comes after, and sees what they did.
  perform 1
  from payroll_period
  where (client_id, id) in (select client_id, period_id from changed)
  order by client_id, id
  for key share;
  if exists (select 1 from payroll_run where (client_id, period_id) in (select client_id, period_id from changed)) then
    raise exception 'The payroll period is locked' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return null;
end
$$;

drop trigger deduction_fixed_once_locked on deduction;
drop function app.refuse_change_to_locked_period();

-- An update changes the period its row was in and the one it is in now; each is asked after by a trigger of its own.
create trigger deduction_added_while_open after insert on deduction
  referencing new table as changed for each statement execute function app.refuse_changes_to_locked_periods();
create trigger deduction_removed_while_open after delete on deduction
  referencing old table as changed for each statement execute function app.refuse_changes_to_locked_periods();
create trigger deduction_changed_from_open after update on deduction
  referencing old table as changed for each statement execute function app.refuse_changes_to_locked_periods();
create trigger deduction_changed_into_open after update on deduction
  referencing new table as changed for each statement execute function app.refuse_changes_to_locked_periods();
