import type { TestDatabase } from './databases.ts'

export type Writes = {
  since: () => Promise<string[]>
}

/** Records the tables of committed writes with triggers. Updates of a session's time of last use are ignored. */
export async function watchWrites({ onEachNode }: Pick<TestDatabase, 'onEachNode'>): Promise<Writes> {
  await onEachNode((superuser) =>
    superuser.query(`
      set citus.override_table_visibility = off;
      set citus.enable_ddl_propagation = off;
      set citus.enable_manual_changes_to_shards = on;
      create schema watch;
      create table watch.write (table_name text not null);
      create function watch.note() returns trigger language plpgsql security definer as $$
      begin
        if tg_op = 'UPDATE' then
          if to_jsonb(new) - 'last_used_at' is not distinct from to_jsonb(old) - 'last_used_at' then return null; end if;
        end if;
        insert into watch.write values (regexp_replace(tg_table_name, '_\\d+$', ''));
        return null;
      end $$;
      do $$
      declare watched record;
      begin
        for watched in ${watchedTables}
        loop
          execute format('create trigger watched after insert or update or delete on %s for each row execute function watch.note()', watched.name);
        end loop;
      end $$;
      reset citus.override_table_visibility;
      reset citus.enable_ddl_propagation;
      reset citus.enable_manual_changes_to_shards`),
  )
  return {
    since: async () => {
      const found = await onEachNode(async (superuser) => {
        const { rows } = await superuser.query<{ table_name: string }>(
          'with noted as (delete from watch.write returning table_name) select distinct table_name from noted',
        )
        return rows.map(({ table_name: name }) => name)
      })
      return [...new Set(found.flat())].toSorted()
    },
  }
}

/** Tables on this machine that can have rows. On Citus these are the shards. */
const watchedTables = `
  select c.oid::regclass as name
  from pg_class c
  where c.relkind = 'r'
    and c.relnamespace = 'public'::regnamespace
    and (to_regclass('pg_dist_partition') is null or c.relname ~ '_\\d+$')`
