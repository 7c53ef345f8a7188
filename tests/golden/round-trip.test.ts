import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { addDays, isoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { inSnapshot } from '../../database/database.ts'
import { explain } from '../../features/explain/explanation.server.ts'
import { seed } from '../../features/benefits/seed.samples.ts'
import { excludedTables } from '../../features/scheme-export/export-exclusions.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { applied, exported, filesOf, rowsOf, standAt, withPlace } from '../harness/exported.ts'
import { startPortal, type Portal } from '../harness/portal.ts'
import { giveEverybodyPassword, live, lockedFiles } from './lived.ts'
import { goldenDay, withGoldenFolder } from './scheme.ts'

const long = process.env['LONG_TESTS'] !== undefined
const without = new Set([...Object.keys(excludedTables), 'client_address'])

/** For given days: what each person may do with each benefit, its price and the full derivation. */
async function told(portal: Portal, clientId: ClientId, emails: readonly string[], days: readonly IsoDate[]) {
  return inSnapshot(portal.database.db, clientId, async (tx, { today }) => {
    const answers: Record<string, string> = {}
    const benefits = await tx.selectFrom('benefit').select('code').where('client_id', '=', clientId).execute()
    for (const email of emails) {
      const { personId } = await tx
        .selectFrom('account')
        .select('person_id as personId')
        .where('client_id', '=', clientId)
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      for (const on of days)
        for (const { code } of benefits)
          answers[`${email} ${code} ${on}`] = inWords(await explain(tx, clientId, { personId, code, on, today }))
    }
    return answers
  })
}

/** Differences between two results, each with the surrounding text. */
function partings(one: Record<string, string>, other: Record<string, string>): string[] {
  return Object.keys({ ...one, ...other }).flatMap((key) => {
    const [a = 'nothing', b = 'nothing'] = [one[key], other[key]]
    if (a === b) return []
    const at = Array.from(a, (letter, index) => letter === b[index]).indexOf(false)
    return [`${key}: …${a.slice(at - 80, at + 80)}… but …${b.slice(at - 80, at + 80)}…`]
  })
}

function inWords(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return `${part}p`
    if (part instanceof Map)
      return [...part.entries()].map((entry) => inWords(entry)).toSorted((a, b) => (a < b ? -1 : 1))
    return part
  })
}

it(
  'restores prices, eligibility, actions and payroll files after any history',
  { timeout: long ? 1_800_000 : 600_000 },
  () =>
    withGoldenFolder(
      (folder) =>
        withPlace(async (place) => {
          const chosen = seed('round trip')
          const [here, elsewhere] = [await startPortal(), await startPortal()]
          await standAt(here.database, `${goldenDay}T09:00:00Z`)
          const { clientId } = await applied(here.database, folder)
          await giveEverybodyPassword(here)
          const done = await live(here, { folder, seed: chosen })
          expect(done).toMatchObject({ locked: 6 })

          await standAt(elsewhere.database, '2026-07-20T10:00:00Z')
          await standAt(here.database, '2026-07-20T10:00:00Z')
          const first = await exported(here.database, 'demo', join(place, 'first'))
          const copy = await applied(elsewhere.database, first)
          const written = await filesOf(first)
          expect(written['history/deductions.jsonl']).toContain('"originalPeriod":"')
          expect(written['history/facts.jsonl']).toContain('"value":"left"')
          expect(await filesOf(await exported(elsewhere.database, 'demo', join(place, 'second')))).toEqual(written)
          expect(await rowsOf(elsewhere.database, copy.clientId, { without })).toEqual(
            await rowsOf(here.database, clientId, { without }),
          )

          const { rows } = await withConnection(here.database.superuser, (client) =>
            client.query<{ email: string }>('select email from account order by email'),
          )
          const everybody = rows.map(({ email }) => email)
          const asked = long ? everybody : everybody.filter((_, index) => index % 20 === chosen % 20)
          const today = isoDate.parse('2026-07-20')
          const days = [addDays(today, -60), today, addDays(today, 45)]
          const known = await told(here, clientId, asked, days)
          expect(Object.keys(known).length).toBeGreaterThan(asked.length * 40)
          expect(partings(known, await told(elsewhere, copy.clientId, asked, days))).toEqual([])

          for (const portal of [here, elsewhere]) await standAt(portal.database, '2026-08-19T09:00:00Z')
          const files = await lockedFiles(here)
          expect(Object.keys(files).length).toBeGreaterThan(6)
          expect(await lockedFiles(elsewhere)).toEqual(files)
        }),
      long ? {} : { ofExample: 15 },
    ),
)
