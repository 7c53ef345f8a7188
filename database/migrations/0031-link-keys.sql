-- Which key hashes a link's token, so that a change of the server's secret can tell what still needs the older one.
alter table link add column key_id text;

-- Nothing of what a mail said stays once it is over, whether it was delivered or given up: it may hold a link's secret.
do $$
declare
  each uuid;
begin
  for each in select distinct client_id from client_address order by client_id loop
    perform set_config('app.client_id', each::text, true);
    update mail set data = null where client_id = each and state = 'failed';
  end loop;
  perform set_config('app.client_id', '', true);
end
$$;
alter table mail drop constraint mail_check2;
alter table mail add constraint mail_wiped check (state = 'queued' or data is null);
