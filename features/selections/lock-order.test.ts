import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { type FolderChanges, withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { testSecrets } from '../../tests/harness/test-secrets.ts'
import { waitUntilCallsAreBlocked } from '../../tests/harness/row-locks.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { applyScheme } from '../scheme/apply-scheme.server.ts'
import { applyYearlyIncreases } from '../recalculation/apply-yearly-increases.queries.ts'

const demo = inject('demoOfFew')

type Person = { clientId: ClientId; personId: PersonId; email: string }

let world: World
/** Amelia and Carys, in the order of their ids. Both have a gym membership and a pension. */
let first: Person
let second: Person
beforeEach(async () => {
  world = await startWorld({ people: 'of one client' })
  const [one, other] = await rows<Person>(
    `select client_id as "clientId", person_id as "personId", email
     from account
     where email in ('amelia.hart@demo.example', 'carys.evans@demo.example')
     order by person_id`,
  )
  if (!one || !other) throw new Error('Amelia or Carys is missing')
  first = one
  second = other
})

const rows = <Row extends object>(query: string, values: unknown[] = []) => world.database.rows<Row>(query, values)

/** Another transaction locks the first person, then the second. A `work` with the reverse order would deadlock. */
async function beside(work: () => Promise<unknown>): Promise<unknown> {
  let others: Promise<unknown> | undefined
  await inClient(world.database.db, first.clientId, async (tx) => {
    await lockPeople(tx, first.clientId, { people: [first.personId] })
    others = work()
    await Promise.race([waitUntilCallsAreBlocked(world, 1), others])
    await lockPeople(tx, first.clientId, { people: [second.personId] })
  })
  return others
}

const dearerFrom = (day: string): FolderChanges => ({
  'rates/gym-later.csv': () => 'membership,amount\nsingle,30.00\npartner,52.00\n',
  'scheme-current.yaml': (text) =>
    `${text}  - { code: gym, file: rates/gym-later.csv, effectiveFrom: ${day}, source: 'Everyday Fitness, later prices' }\n`,
})
const apply = (changes: FolderChanges) =>
  withChangedFolder(demo, changes, (folder) => applyScheme(world.database.db, { folder, secrets: testSecrets }))

describe('work on many people locks each person once, in the order of ids, so that a parallel approval succeeds', () => {
  it('for yearly increases on different days', async () => {
    await world.database.changeScheme(
      `update benefit
       set definition = jsonb_insert(definition, '{options,-1}', $1, true)
       where code = 'pension' and client_id = $2`,
      [
        JSON.stringify({
          kind: 'range',
          code: 'extra',
          label: 'Extra',
          unit: 'percent',
          min: '0',
          max: '9',
          step: '1',
          rise: { by: '1', on: '04-02' },
        }),
        first.clientId,
      ],
    )
    await answer(second, 'yearly-rise', 'yes')
    await answer(first, 'extra', '1')
    await world.database.moveTo('2027-04-02T09:00:00Z')
    const taken = await beside(() =>
      inClient(world.database.db, first.clientId, (tx, { today }) =>
        applyYearlyIncreases(tx, first.clientId, { today }),
      ),
    )
    expect(taken).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ personId: second.personId, on: '2027-04-01', risen: true }),
        expect.objectContaining({ personId: first.personId, on: '2027-04-02', risen: true }),
      ]),
    )
  })

  it('for birthdays and rates on different days', async () => {
    await runDaily(world)
    await apply(dearerFrom('2026-12-01'))
    await rows(`update person_details set date_of_birth = '1985-12-01' where person_id = $1`, [second.personId])
    await world.database.moveTo('2026-12-02T09:00:00Z')
    await beside(() => runDaily(world))
    expect(await gymOf(first)).toMatchObject({ action: 'reprice', from: '2026-12-01' })
  })

  it('for a folder with some of the people only', async () => {
    const outcome = await beside(() =>
      apply({
        ...dearerFrom('2026-11-01'),
        ...without(first),
        'people-accounts.yaml': (text) => text.replace(new RegExp(`^ +${first.email}:.*\n(?: {4,}.*\n)*`, 'm'), ''),
      }),
    )
    expect(outcome).toMatchObject({ applied: { changes: { rates: 1 } } })
    expect(await gymOf(first)).toMatchObject({ action: 'reprice', from: '2026-11-01' })
  })
})

function without({ email }: Person): FolderChanges {
  const files = ['people.csv', 'opening-selections.csv', 'statements.csv'].filter((file) =>
    readFileSync(join(demo, file), 'utf8').includes(email),
  )
  const lines = (text: string) => text.split('\n').filter((line) => !line.includes(email))
  return Object.fromEntries(files.map((file) => [file, (text) => lines(text).join('\n')]))
}

function answer({ personId }: Person, option: string, value: string) {
  return rows(
    `update selection_version
     set choice = jsonb_set(choice, array['values', $2::text], to_jsonb($3::text))
     where subject_id = $1 and choice -> 'values' ? 'contribution'`,
    [personId, option, value],
  )
}

async function gymOf({ personId }: Person) {
  const versions = await rows<{ action: string; from: string }>(
    `select v.action, v.effective_from::text as from
     from selection_version v
     join selection s on s.client_id = v.client_id and s.id = v.selection_id
     join benefit b on b.client_id = s.client_id and b.id = s.benefit_id
     where s.person_id = $1 and b.code = 'gym'
     order by v.version`,
    [personId],
  )
  return versions.at(-1)
}
