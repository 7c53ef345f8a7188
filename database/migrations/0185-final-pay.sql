-- Whether a payroll pays leavers once more in the period after the one of their last day.
alter table payroll add column final_pay text check (final_pay in ('next-period'));
