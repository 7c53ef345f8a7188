-- What the newest mail told a leaver: their last day, and a line for each benefit that ends with it. A job compares it each day.
create table leaver_notice (
  client_id uuid not null,
  person_id uuid not null,
  last_day date not null,
  lines text not null,
  told_on date not null,
  primary key (client_id, person_id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
call app.fence('leaver_notice');
grant select, insert, update, delete on leaver_notice to portal_app;
