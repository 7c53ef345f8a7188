-- Looking at the portal as somebody else: who, as whom, in which scheme year, why, and until when.

create table masquerade_grant (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- Someone who runs the portal, by its command; or an employer user, by magic link.
  granted_by text not null check (granted_by in ('operator', 'employer')),
  -- Who looks, as the audit names them: the operator's name, or the employer user's id.
  actor text not null check (length(actor) between 1 and 100),
  -- The employer user and the session that they asked from: the view ends with what it stands on.
  actor_person_id uuid,
  actor_session_id uuid,
  person_id uuid not null,
  scheme_year_id uuid not null,
  -- Its number, as people and addresses name it.
  scheme_year integer not null,
  reason text check (length(reason) between 1 and 500),
  granted_at timestamptz not null default app.now(),
  ended_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, person_id) references account (client_id, person_id),
  foreign key (client_id, actor_person_id) references account (client_id, person_id),
  foreign key (client_id, actor_session_id) references session (client_id, id),
  check ((granted_by = 'employer') = (actor_person_id is not null and actor_session_id is not null)),
  -- An operator says why.
  check (granted_by = 'employer' or reason is not null)
);
create index masquerade_grant_by_actor on masquerade_grant (client_id, actor, granted_at);
call app.fence('masquerade_grant');
grant select, insert, update on masquerade_grant to portal_app;

-- What an entry lets in is what its grant says.
alter table entry_token
  drop column actor,
  drop column scheme_year,
  add column grant_id uuid,
  add foreign key (client_id, grant_id) references masquerade_grant (client_id, id),
  add check ((kind = 'msq') = (grant_id is not null));

-- A session of a view belongs to the person looked at, and to its grant.
alter table session
  add column grant_id uuid,
  add foreign key (client_id, grant_id) references masquerade_grant (client_id, id),
  drop constraint session_came_by_check,
  add check (came_by in ('password', 'single-sign-on', 'masquerade')),
  add check ((came_by = 'masquerade') = (grant_id is not null));
