-- Where the employer's people manage childcare vouchers, and the name of the variable that holds the secret shared with it.
alter table client add column voucher_application jsonb;
