-- How much less payroll took than the net-pay lines up to the employer's record. Refunds are limited to what was taken.
alter table owed_at_leaving add column not_taken_pence bigint not null default 0;
