import type { Client } from 'pg'

export async function columnNames(superuser: Client): Promise<string[]> {
  const { rows } = await superuser.query<{ name: string }>(
    `select distinct column_name as name from information_schema.columns where table_schema = 'public' order by 1`,
  )
  const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return [...new Set(rows.flatMap(({ name }) => [name, camel(name)]))]
}
