-- A benefit keeps its id over scheme years by its code; a row of `benefit` is what one scheme year offers of it. A selection
-- belongs to a person and a benefit for all years, and each of its versions names the year whose options, rates and terms it
-- uses. A payroll is the same over all years by its code.

create table benefit_code (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  code text not null,
  primary key (client_id, id),
  unique (client_id, code),
  -- What `benefit` refers to.
  unique (client_id, id, code),
  foreign key (client_id) references client (client_id)
);
call app.fence('benefit_code');
grant select, insert on benefit_code to portal_app;

-- Row-level security and triggers work for one client at a time; this moves the rows of all clients.
alter table benefit no force row level security;
alter table benefit_code no force row level security;
alter table selection no force row level security;
alter table selection_version no force row level security;
alter table selection_version disable trigger user;

insert into benefit_code (client_id, id, code)
select client_id, id, code from benefit;

alter table benefit_terms_acceptance drop constraint benefit_terms_acceptance_client_id_benefit_id_fkey;
alter table medical_answer drop constraint medical_answer_client_id_benefit_id_fkey;
alter table selection drop constraint selection_client_id_benefit_id_fkey;
alter table benefit
  drop constraint benefit_pkey,
  alter column id drop default,
  add primary key (client_id, scheme_year_id, id),
  add foreign key (client_id, id, code) references benefit_code (client_id, id, code);
alter table benefit_terms_acceptance add foreign key (client_id, benefit_id) references benefit_code (client_id, id);
alter table medical_answer add foreign key (client_id, benefit_id) references benefit_code (client_id, id);
alter table selection add foreign key (client_id, benefit_id) references benefit_code (client_id, id);

alter table selection_version add column scheme_year_id uuid;
update selection_version
set scheme_year_id = selection.scheme_year_id
from selection
where selection.client_id = selection_version.client_id
  and selection.id = selection_version.selection_id;
alter table selection_version
  alter column scheme_year_id set not null,
  add foreign key (client_id, scheme_year_id) references scheme_year (client_id, id);

drop index selection_by_state;
alter table selection drop column scheme_year_id;
create index selection_by_state on selection (client_id, state, benefit_id);

alter table selection_version enable trigger user;
alter table benefit force row level security;
alter table benefit_code force row level security;
alter table selection force row level security;
alter table selection_version force row level security;

alter table payroll
  drop constraint payroll_client_id_scheme_year_id_code_key,
  add unique (client_id, code);
comment on column payroll.scheme_year_id is 'The newest scheme year whose folder names the payroll.';
