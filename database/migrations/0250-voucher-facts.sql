-- Facts that decide the cap and the membership of childcare vouchers, and those of 0220 and 0230.
alter table employment_fact drop constraint employment_fact_fact_check;
alter table employment_fact add constraint employment_fact_fact_check check (fact in (
  'employee-number', 'payroll-id', 'payroll', 'status', 'start-date', 'end-date', 'probation-end', 'basic-salary',
  'benefit-salary', 'pensionable-salary', 'hours-per-week', 'full-time-equivalent', 'cost-centre', 'location',
  'tax-country', 'ni-category', 'job-title', 'student-loans', 'apprentice-since', 'leaving-reason', 'bought-days-taken',
  'other-relevant-earnings', 'voucher-member-since', 'childcare-account-notice',
  'money-purchase-allowance-since', 'pension-opt-out-notice'
));
