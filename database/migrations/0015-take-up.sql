
create table take_up (
  client_id uuid primary key,
  calculated_at timestamptz not null,
  scheme_year_id uuid,
  -- The take-up includes all data written up to this event of the audit chain.
  audit_sequence bigint not null
) with (fillfactor = 50);
comment on table take_up is
  'When a client''s take-up was last calculated. Written by the worker, by uploads, and when a scheme folder is applied. '
  'Kept.';
call app.fence('take_up');
grant select, insert, update on take_up to portal_app;

create table take_up_count (
  client_id uuid not null,
  dimension text not null,
  band text not null,
  -- Id of the benefit, or the client's id for all benefits together.
  benefit_id uuid not null,
  eligible integer not null,
  selected integer not null,
  opted_out integer not null,
  primary key (client_id, dimension, band, benefit_id)
) with (fillfactor = 50, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0);
comment on table take_up_count is
  'Numbers of people by benefit, in total, by band of age, sex or service, and by department, location or payroll '
  '(dimension ''group'', and ''groups'' for all benefits together); in total also for the end of the scheme year before '
  '(band ''year-before''); also of people who have or have not chosen while an '
  'annual window is open, and as many days after the window before opened (''before''). Written with take_up. Removed when it counts no person.';
call app.fence('take_up_count');
grant select, insert, update, delete on take_up_count to portal_app;
