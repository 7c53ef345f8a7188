-- Whom an employer has asked to be mailed a new link to activate their account: written with the asking, and made into mails
-- in portions, so that however many they are, no other mail waits behind them.
create table welcome_due (
  client_id uuid not null,
  person_id uuid not null,
  asked_at timestamptz not null default app.now(),
  primary key (client_id, person_id),
  foreign key (client_id, person_id) references account (client_id, person_id)
);
call app.fence('welcome_due');
-- Rows are held while they are taken off the list, which asks for the right to change them.
grant select, insert, update, delete on welcome_due to portal_app;

-- Which clients have some of them, each asked behind its own fence.
create function app.clients_with_welcomes_due() returns setof uuid
language plpgsql
as $$
declare
  asked uuid;
  before text := coalesce(current_setting('app.client_id', true), '');
begin
  for asked in select distinct client_id from client_address order by client_id loop
    perform set_config('app.client_id', asked::text, true);
    if exists (select from welcome_due where client_id = asked) then
      return next asked;
    end if;
  end loop;
  perform set_config('app.client_id', before, true);
end
$$;
revoke execute on function app.clients_with_welcomes_due() from public;
grant execute on function app.clients_with_welcomes_due() to portal_app;

-- Few of all mails are given up, and few accounts wait long to be activated: both are listed for the employer.
create index mail_given_up on mail (client_id, ended_at) where state = 'failed';
create index account_invited on account (client_id, person_id) where state = 'invited';
