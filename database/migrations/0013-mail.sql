
create table mail (
  client_id uuid not null,
  id uuid not null,
  kind text not null,
  -- The recipient: a person, at the address of their account at the time of sending, or a mailbox.
  person_id uuid,
  address text check (address = lower(address) and address !~ '[[:cntrl:][:space:]]'),
  -- A person gets only one mail for the same cause.
  cause text not null check (length(cause) between 1 and 200),
  -- Encrypted, because it may hold the secret of a link.
  data text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  queued_at timestamptz not null default app.now(),
  -- Time of the next attempt. A process sets a later time before it tries, so that no other process sends the same mail.
  due_at timestamptz not null default app.now(),
  ended_at timestamptz,
  -- Our own words, because a mail server's message may quote the address.
  last_error text,
  primary key (client_id, id),
  unique nulls not distinct (client_id, person_id, address, cause),
  foreign key (client_id) references client (client_id),
  foreign key (client_id, person_id) references account (client_id, person_id),
  check ((person_id is null) <> (address is null)),
  check ((state = 'queued') = (ended_at is null)),
  constraint mail_wiped check (state <> 'sent' or data is null)
);
comment on table mail is
  'A mail in the queue or a record of it. Written in the transaction of its reason; the worker sends it and then '
  'wipes its data. An operator can queue a failed mail again. Removed by a daily job a month after it was sent or given up.';
create index mail_due on mail (client_id, due_at, id) where state = 'queued';
create index mail_ended on mail (client_id, ended_at) where state <> 'queued';
create index mail_given_up on mail (client_id, ended_at) where state = 'failed';
call app.fence('mail');
grant select, insert, update, delete on mail to portal_app;

create table work_due (
  client_id uuid not null,
  kind text not null check (kind in ('mail', 'welcome', 'reminder', 'upload')),
  id uuid not null,
  due_at timestamptz not null,
  primary key (client_id, kind, id)
);
comment on table work_due is
  'A note that the worker has to look at a client''s mails, requested mails or upload. Without row-level security, because the '
  'worker reads the notes of all clients. Written in the transaction that adds the work. Removed by the transaction that '
  'claims work and adds a note about the remaining work.';
grant select, insert, update, delete on work_due to portal_app;

create table requested_mail (
  client_id uuid not null,
  kind text not null check (kind in ('welcome', 'reminder')),
  person_id uuid not null,
  requested_at timestamptz not null default app.now(),
  primary key (client_id, kind, person_id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
comment on table requested_mail is
  'A welcome email or reminder that the employer has requested for a person. Written by the request. Removed when the '
  'worker queues the mail, in portions, so that no other mail waits behind them.';
call app.fence('requested_mail');
-- `select … for update` needs the right to update.
grant select, insert, update, delete on requested_mail to portal_app;

create table notice_sent (
  client_id uuid not null,
  person_id uuid not null,
  about text not null check (length(about) between 1 and 200),
  sent_on date not null,
  primary key (client_id, person_id, about),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
comment on table notice_sent is
  'A notice that a person gets once, by mail. Written with the mail. Kept, unlike the mail.';
call app.fence('notice_sent');
grant select, insert on notice_sent to portal_app;

create table leaver_notice (
  client_id uuid not null,
  person_id uuid not null,
  last_day date not null,
  lines text not null,
  sent_on date not null,
  primary key (client_id, person_id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
comment on table leaver_notice is
  'The content of the newest mail to a leaver. Written by the daily job when it queues the mail. If the content changes, '
  'the job sends another mail. Removed when the person no longer leaves.';
call app.fence('leaver_notice');
grant select, insert, update, delete on leaver_notice to portal_app;

create table enquiry (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  subject text not null,
  subject_label text not null,
  comments text not null check (length(comments) between 1 and 5000),
  received_at timestamptz not null default app.now(),
  primary key (client_id, id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
comment on table enquiry is 'A message of the contact page. Written by its sender, and mailed to the benefits team. Kept.';
create index enquiry_of_person on enquiry (client_id, person_id, received_at desc);
call app.fence('enquiry');
grant select, insert on enquiry to portal_app;

create table daily_run (
  client_id uuid not null,
  job text not null,
  ran_on date not null,
  unfinished_on date,
  done_up_to text,
  primary key (client_id, job),
  foreign key (client_id) references client (client_id)
);
comment on table daily_run is 'The last day on which a daily job ran for a client. Written by the worker. Kept.';
comment on column daily_run.unfinished_on is 'The day of a run of which some portions are done and others are not.';
comment on column daily_run.done_up_to is 'The last id of a person, or name of a provider, that this run has done, in their order.';
call app.fence('daily_run');
grant select, insert, update on daily_run to portal_app;

create table skipped_person (
  client_id uuid not null,
  job text not null,
  person_id uuid not null,
  last_ran date,
  skipped_on date not null,
  primary key (client_id, job, person_id),
  foreign key (client_id, person_id) references person_details (client_id, person_id)
);
comment on table skipped_person is
  'A person whom a daily job has skipped because this job or an earlier job of the day failed with their data. Written by '
  'daily jobs, which try again the next day. Removed once the job has run for the person.';
call app.fence('skipped_person');
grant select, insert, update, delete on skipped_person to portal_app;
