-- Whoever signs in accepts the site's terms, also who has no personal details, as an employer's account may.
alter table terms_acceptance drop constraint terms_acceptance_client_id_person_id_fkey;
alter table terms_acceptance add foreign key (client_id, person_id) references account (client_id, person_id);
