-- Whether a session began with a second factor: a code of the person's own, or one of their provider's that counts.
-- Came by itself says nothing of it: a client may start to require one while people are signed in.
alter table session add column second_factor boolean not null default false;
