-- Relief at source: the employee's contribution is the whole one, of which pay takes what the pension provider does not claim.
alter table deduction drop constraint deduction_method_check;
alter table deduction add constraint deduction_method_check check (method in (
  'taxable-pay', 'sacrifice', 'sacrifice-opra', 'net-pay', 'relief-at-source', 'net-deduction', 'benefit-in-kind',
  'employer-only'
));

-- What the provider claims beside the employee's amount, which is what pay takes.
alter table payroll_line add column tax_relief_pence bigint not null default 0;
