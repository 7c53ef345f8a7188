-- Proofs that somebody is not a robot, and what is counted of sign-ins from one place (S-06, S-08).

-- Each proof counts once.
create table robot_proof (
  client_id uuid not null,
  -- Keyed.
  proof_hash bytea not null,
  used_at timestamptz not null,
  primary key (client_id, proof_hash),
  foreign key (client_id) references client (client_id)
);
create index robot_proof_over on robot_proof (client_id, used_at);
call app.fence('robot_proof');
grant select, insert, update, delete on robot_proof to portal_app;

-- Whom somebody has tried to sign in as from an address, or from any; who signs in is taken off again.
create table sign_in_try (
  client_id uuid not null,
  -- Keyed: of the address, or of 'anywhere'.
  source bytea not null,
  identifier_hash bytea not null,
  tried_at timestamptz not null,
  primary key (client_id, source, identifier_hash),
  foreign key (client_id) references client (client_id)
);
create index sign_in_try_over on sign_in_try (client_id, tried_at);
call app.fence('sign_in_try');
grant select, insert, update, delete on sign_in_try to portal_app;

-- From where so many different people were tried that everybody there proves that they are no robot.
create table sprayed_source (
  client_id uuid not null,
  source bytea not null,
  since timestamptz not null,
  primary key (client_id, source),
  foreign key (client_id) references client (client_id)
);
call app.fence('sprayed_source');
grant select, insert, update, delete on sprayed_source to portal_app;

-- Guesses that were let through without a proof while nobody could check one.
create table unproven_guess (
  client_id uuid not null,
  -- Keyed: who was guessed at, or from where.
  counted bytea not null,
  guesses integer not null,
  since timestamptz not null,
  primary key (client_id, counted),
  foreign key (client_id) references client (client_id)
);
create index unproven_guess_over on unproven_guess (client_id, since);
call app.fence('unproven_guess');
grant select, insert, update, delete on unproven_guess to portal_app;
