-- A change names the version that its writer saw.
alter table family_member add column version integer not null default 1;
