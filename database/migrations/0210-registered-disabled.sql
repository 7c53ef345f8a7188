-- Last day on which an accepted document confirms that a family member is registered disabled; 9999-12-31 if no end is known.
-- Null without an accepted document: `registered_disabled` holds only what the employee said.
alter table family_member add column disability_confirmed_until date;
