-- app.folded took ħ for t. Those who are found by it are folded again.

create or replace function app.folded(words text) returns text
language sql immutable strict parallel safe
return btrim(
  replace(replace(replace(replace(
    translate(
      lower(regexp_replace(normalize(words, nfkd), U&'[\0300-\036F''`\2018\2019\02BC]', '', 'g') collate "und-x-icu"),
      'øłđðıħŧ', 'olddiht'
    ),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
);

do $$
declare
  each_client record;
begin
  for each_client in select distinct client_id from client_address loop
    perform set_config('app.client_id', each_client.client_id::text, true);
    update employee
    set name_key = app.folded(surname || ' ' || first_name),
        number_key = coalesce(app.folded(employee_number), ''),
        search = ' ' || app.folded(concat_ws(' ', first_name, surname, email, employee_number)) || ' '
    where client_id = each_client.client_id
      and concat_ws(' ', first_name, surname, employee_number) ~* '[ħ]';
  end loop;
  perform set_config('app.client_id', '', true);
end
$$;
