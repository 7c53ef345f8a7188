-- How often something that the check of an upload stands on has changed under it, so that it had to be made again.
alter table data_load add column drifts integer not null default 0;

-- An undo that was given up says so. Of uploads that do not count nothing is kept but what was wrong with them; of those that were undone who came with them and
-- who was left alone.
do $$
declare
  kept uuid;
begin
  for kept in select distinct client_id from client_address loop
    perform set_config('app.client_id', kept::text, true);
    delete from data_load_row as dropped
    using data_load as load
    where dropped.client_id = kept and load.client_id = kept and load.id = dropped.load_id
      and load.status in ('refused', 'cancelled', 'failed', 'undone');
    delete from data_load_difference as dropped
    using data_load as load
    where dropped.client_id = kept and load.client_id = kept and load.id = dropped.load_id
      and load.status in ('refused', 'cancelled', 'failed', 'undone');
    delete from data_load_person as dropped
    using data_load as load
    where dropped.client_id = kept and load.client_id = kept and load.id = dropped.load_id
      and (
        load.status in ('refused', 'cancelled', 'failed')
        or load.status = 'undone' and dropped.kind <> 'new' and not dropped.left_alone
      );
    update data_load_person as concerned
    set fields = '[]', details_before = null, details_after = null
    from data_load as load
    where concerned.client_id = kept and load.client_id = kept and load.id = concerned.load_id
      and load.status = 'undone';
    update data_load
    set failure = case when status = 'confirmed' then 'notUndone' end
    where client_id = kept
      and status in ('confirmed', 'undoing', 'undone')
      and failure is not null;
  end loop;
  perform set_config('app.client_id', '', true);
end
$$;
