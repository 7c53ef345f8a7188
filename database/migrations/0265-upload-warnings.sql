-- What the check of an upload found unusual: sentences for the employer, who may confirm all the same.
alter table data_load add column warnings jsonb not null default '[]';
