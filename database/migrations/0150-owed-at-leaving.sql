-- What a leaver still owes of an order, of holiday or of cover once their last pay is known, below 0 what is due to them. Worked
-- out anew while pay may change; what payroll really took is the employer's record.
create table owed_at_leaving (
  client_id uuid not null,
  selection_id uuid not null,
  person_id uuid not null,
  last_day date not null,
  rule text not null check (rule in ('net-pay', 'owed', 'transfer', 'settle', 'drop')),
  -- The pay code of the line that takes it from net pay.
  pay_code text not null,
  -- What is left after the instalments of the last pay.
  left_pence bigint not null,
  -- Of that, the most that the last pay may take.
  most_pence bigint not null,
  -- How that came about, in pence: pay for the days employed, other lines, tax and National Insurance, minimum wage.
  basis jsonb,
  taken_pence bigint,
  taken_on date,
  primary key (client_id, selection_id),
  foreign key (client_id, selection_id) references selection (client_id, id),
  foreign key (client_id, person_id) references person_details (client_id, person_id),
  check ((taken_pence is null) = (taken_on is null))
);
create index owed_at_leaving_by_person on owed_at_leaving (client_id, person_id);
call app.fence('owed_at_leaving');
grant select, insert, update, delete on owed_at_leaving to portal_app;

alter table employment_fact drop constraint employment_fact_fact_check;
alter table employment_fact add constraint employment_fact_fact_check check (fact in (
  'employee-number', 'payroll-id', 'payroll', 'status', 'start-date', 'end-date', 'probation-end', 'basic-salary',
  'benefit-salary', 'pensionable-salary', 'hours-per-week', 'full-time-equivalent', 'cost-centre', 'location',
  'tax-country', 'ni-category', 'job-title', 'student-loans', 'apprentice-since', 'leaving-reason', 'bought-days-taken'
));
