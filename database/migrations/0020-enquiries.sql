-- What people wrote on the contact page. Who wrote stands in their account; it is not kept twice.

create table enquiry (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  -- The option's value in the client's content, and its words as they were chosen.
  subject text not null,
  subject_label text not null,
  comments text not null check (length(comments) between 1 and 5000),
  received_at timestamptz not null default app.now(),
  primary key (client_id, id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
create index enquiry_of_person on enquiry (client_id, person_id, received_at desc);
call app.fence('enquiry');
grant select, insert on enquiry to portal_app;
