-- Mail that waits to be sent, written in the transaction of what it tells about, and when each daily job ran last.

create table mail (
  client_id uuid not null,
  -- Made by the portal, as the sealed data are bound to it and the message's own id follows from it.
  id uuid not null,
  kind text not null,
  -- Whom it goes to: a person, at the address that their account has by then, or a mailbox.
  person_id uuid,
  address text check (address = lower(address) and address !~ '[[:cntrl:][:space:]]'),
  -- What brought it about: the same cause sends nobody the same mail twice.
  cause text not null check (length(cause) between 1 and 200),
  -- Sealed, because it may hold the secret of a link.
  data text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  queued_at timestamptz not null default app.now(),
  -- When it is to be tried next. A process that tries it moves this ahead, so that no other one does meanwhile.
  due_at timestamptz not null default app.now(),
  ended_at timestamptz,
  -- In words of our own: what a mail server says may quote the address.
  last_error text,
  primary key (client_id, id),
  unique nulls not distinct (client_id, person_id, address, cause),
  foreign key (client_id) references client (client_id),
  foreign key (client_id, person_id) references account (client_id, person_id),
  check ((person_id is null) <> (address is null)),
  check ((state = 'queued') = (ended_at is null)),
  -- Nothing of a link's secret stays once the mail is delivered.
  check (state <> 'sent' or data is null)
);
create index mail_due on mail (client_id, due_at, id) where state = 'queued';
create index mail_ended on mail (client_id, ended_at) where state <> 'queued';
call app.fence('mail');
grant select, insert, update, delete on mail to portal_app;

-- Which clients have mail to be sent now. It asks each client behind its own fence, so that nobody needs a way around it.
create function app.clients_with_due_mail() returns setof uuid
language plpgsql
as $$
declare
  asked uuid;
  before text := coalesce(current_setting('app.client_id', true), '');
begin
  for asked in select distinct client_id from client_address order by client_id loop
    perform set_config('app.client_id', asked::text, true);
    if exists (select from mail where client_id = asked and state = 'queued' and due_at <= app.now()) then
      return next asked;
    end if;
  end loop;
  perform set_config('app.client_id', before, true);
end
$$;
revoke execute on function app.clients_with_due_mail() from public;
grant execute on function app.clients_with_due_mail() to portal_app;

create table daily_run (
  client_id uuid not null,
  job text not null,
  ran_on date not null,
  primary key (client_id, job),
  foreign key (client_id) references client (client_id)
);
call app.fence('daily_run');
grant select, insert, update on daily_run to portal_app;

-- The daily job removes counts whose minute is long over.
grant delete on password_check to portal_app;
