import type { World } from './world.ts'

export function changeBenefitDefinition(
  { database }: Pick<World, 'database'>,
  code: string,
  changed: object,
): Promise<unknown> {
  return database.changeScheme(
    `update benefit
     set definition = definition || $2::jsonb
     where code = $1 and client_id = (select client_id from client where code = 'demo')`,
    [code, JSON.stringify(changed)],
  )
}
