-- What take-home pay and the minimum wage go by, besides what was known of people before.
alter table employment_fact drop constraint employment_fact_fact_check;
alter table employment_fact add constraint employment_fact_fact_check check (fact in (
  'employee-number', 'payroll-id', 'payroll', 'status', 'start-date', 'end-date', 'probation-end',
  'basic-salary', 'benefit-salary', 'pensionable-salary', 'hours-per-week', 'full-time-equivalent',
  'cost-centre', 'location', 'tax-country', 'ni-category', 'job-title',
  -- Plans in the order of the tax tables with a space between them; and the day an apprenticeship began.
  'student-loans', 'apprentice-since'
));
