-- What a scheme folder brings beside benefits: pictures, and balances of childcare vouchers.

create table client_picture (
  client_id uuid not null,
  -- Name in the folder, such as 'images/logo.svg'.
  name text not null,
  -- First 32 hexadecimal digits of the SHA-256 of the bytes: the picture's address, so that it can be kept for good.
  hash text not null check (hash ~ '^[0-9a-f]{32}$'),
  media_type text not null check (media_type in ('image/svg+xml', 'image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null,
  primary key (client_id, name),
  foreign key (client_id) references client (client_id)
);
create index client_picture_by_hash on client_picture (client_id, hash);
call app.fence('client_picture');
grant select, insert, update, delete on client_picture to portal_app;

create table voucher_account (
  client_id uuid not null,
  person_id uuid not null,
  balance_pence bigint not null check (balance_pence >= 0),
  last_payment_on date,
  primary key (client_id, person_id),
  foreign key (client_id, person_id) references person_details (client_id, person_id)
);
call app.fence('voucher_account');
grant select, insert, update on voucher_account to portal_app;

-- Rates and windows that leave the folder leave the scheme; selections keep the price and the dates they were made with.
grant delete on rate_table, enrolment_window to portal_app;
