-- The day on which a family member died or was divorced, and the first day without cover. A benefit may take a divorced
-- partner out from the day after the divorce instead (`removalBackdated`).
alter table family_member
  add column ended_on date,
  add column ended_by text check (ended_by in ('death', 'divorce')),
  add column uncovered_from date,
  add constraint family_member_ended_check check (
    (ended_on is null) = (ended_by is null) and (ended_on is null) = (uncovered_from is null)
  );
