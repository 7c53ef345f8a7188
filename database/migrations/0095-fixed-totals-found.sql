-- What no run takes is asked with every lock of a run, while everybody who changes something for pay waits: orders are few
-- among all versions of a client's selections.
create index selection_version_of_fixed_total on selection_version (client_id, selection_id) where fixed_total;
