-- Who sits at somebody else's open session must not learn their password by having guesses checked: comparisons with
-- the password in use and former ones have a budget of their own, for the hour that begins with the first of them.
alter table password_check add column comparisons integer not null default 0;
alter table password_check add column compared_since timestamptz;
