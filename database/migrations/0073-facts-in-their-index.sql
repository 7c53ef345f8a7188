-- Whose session it is asks for two facts with every call, and what somebody may choose for all of theirs, which lie as far
-- apart in the table as the days on which they were recorded: read from the index alone they are side by side. What may be
-- recorded is no longer than some hundred letters.
drop index employment_fact_as_of;
create index employment_fact_as_of
  on employment_fact (client_id, person_id, fact, effective_from desc, recorded_at desc, sequence desc)
  include (value);
