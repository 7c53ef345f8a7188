-- Two events of one kind on one day may be about two people: siblings who are adopted together, twins told one by one.
alter table life_event
  drop constraint life_event_client_id_person_id_kind_event_date_key,
  add constraint life_event_once unique nulls not distinct (client_id, person_id, kind, event_date, family_member_id);
