import type { Client } from 'pg'

export type Writes = {
  /** Names of the tables with committed writes since the last call. */
  since: () => Promise<string[]>
}

/**
 * Records every row inserted, updated or deleted. Records are written in the same transaction, so rolled-back changes leave none.
 * Updates of a session's last use are ignored.
 */
export async function watchWrites(superuser: Client): Promise<Writes> {
  await superuser.query(`
    create schema watch;
    create table watch.write (table_name text not null);
    create function watch.note() returns trigger language plpgsql security definer as $$
    begin
      if tg_op = 'UPDATE' then
        if to_jsonb(new) - 'last_used_at' is not distinct from to_jsonb(old) - 'last_used_at' then return null; end if;
      end if;
      insert into watch.write values (tg_table_name);
      return null;
    end $$;
    do $$
    declare watched record;
    begin
      for watched in select c.oid::regclass as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      loop
        execute format('create trigger watched after insert or update or delete on %s for each row execute function watch.note()', watched.name);
      end loop;
    end $$;`)
  return {
    since: async () => {
      const { rows } = await superuser.query<{ table_name: string }>(
        'with noted as (delete from watch.write returning table_name) select distinct table_name from noted order by 1',
      )
      return rows.map(({ table_name: name }) => name)
    },
  }
}
