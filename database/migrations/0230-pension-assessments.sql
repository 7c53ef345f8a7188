-- What each person's age and earnings meant for automatic enrolment in a pay period, or in a part of it with its own answer
-- (Pensions Act 2008, sections 2 to 8). Kept for the employer's report.
create table pension_assessment (
  client_id uuid not null,
  person_id uuid not null,
  from_day date not null,
  to_day date not null,
  benefit_id uuid not null,
  period_from date not null,
  period_to date not null,
  frequency text not null check (frequency in ('weekly', 'fortnightly', 'four-weekly', 'monthly')),
  category text not null check (category in ('eligible', 'non-eligible', 'entitled', 'outside')),
  age integer not null,
  -- Earnings payable in the whole pay period; null where no salary is known.
  earnings_pence bigint,
  trigger_pence bigint not null,
  lower_pence bigint not null,
  outcome text not null check (outcome in (
    'enrolled', 're-enrolled', 'opted-in', 'joined', 'member', 'postponed', 'may-opt-in', 'may-join', 'outside',
    'opted-out', 'left', 'recently-left', 'leaving', 'before-portal', 'no-price'
  )),
  postponed_to date,
  letter text check (letter in ('enrolled', 're-enrolled', 'opted-in', 'postponed', 'right-to-opt-in', 'right-to-join')),
  -- The day of the letter; one of the two days from which the opt-out month counts.
  informed_on date,
  assessed_on date not null,
  -- What was known: the sequence of the newest employment fact.
  facts_known bigint not null,
  date_of_birth date not null,
  primary key (client_id, person_id, from_day),
  foreign key (client_id, person_id) references person_details (client_id, person_id),
  check (from_day <= to_day)
);
create index pension_assessment_to_inform on pension_assessment (client_id) where letter is not null and informed_on is null;
call app.fence('pension_assessment');
grant select, insert, update, delete on pension_assessment to portal_app;

alter table employment_fact drop constraint employment_fact_fact_check;
alter table employment_fact add constraint employment_fact_fact_check check (fact in (
  'employee-number', 'payroll-id', 'payroll', 'status', 'start-date', 'end-date', 'probation-end', 'basic-salary',
  'benefit-salary', 'pensionable-salary', 'hours-per-week', 'full-time-equivalent', 'cost-centre', 'location',
  'tax-country', 'ni-category', 'job-title', 'student-loans', 'apprentice-since', 'leaving-reason', 'bought-days-taken',
  'pension-opt-out-notice'
));
