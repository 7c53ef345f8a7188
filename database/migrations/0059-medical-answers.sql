-- What somebody has answered to the medical questions of a benefit, until the provider has decided or nothing waits for it.
-- Health data: what was asked and answered is sealed for the row's id and never stands here in the open.
create table medical_answer (
  client_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  benefit_id uuid not null,
  -- Which questions these were: a fingerprint of their words.
  questions text not null,
  sealed text not null,
  answered_at timestamptz not null default app.now(),
  primary key (client_id, id),
  unique (client_id, person_id, benefit_id),
  foreign key (client_id, person_id) references person_details (client_id, person_id),
  foreign key (client_id, benefit_id) references benefit (client_id, id)
);
call app.fence('medical_answer');
grant select, insert, update, delete on medical_answer to portal_app;
