-- The files of a client's scheme as they were read, every relative day resolved, so that the client can be written back as
-- a folder: the other tables hold what the portal works with, which is not all that a folder says.
create table scheme_file (
  client_id uuid not null,
  -- The scheme year that the folder was of.
  year integer not null,
  -- From the folder, with forward slashes.
  name text not null,
  content text not null,
  primary key (client_id, year, name),
  foreign key (client_id) references client (client_id)
);
call app.fence('scheme_file');
grant select, insert, update, delete on scheme_file to portal_app;
