-- What somebody was told by mail that is told once: that their probation is over, that a window closes. Mails themselves are
-- removed a month after they were delivered.
create table notice_given (
  client_id uuid not null,
  person_id uuid not null,
  about text not null check (length(about) between 1 and 200),
  given_on date not null,
  primary key (client_id, person_id, about),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
call app.fence('notice_given');
grant select, insert on notice_given to portal_app;
