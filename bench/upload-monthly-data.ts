import { checkAllData } from '../server/data-checks.ts'
import { databaseLimits } from '../server/limits.ts'
import { openDatabase } from '../database/database.ts'
import { openPool } from '../database/postgres.ts'
import { activate } from './activate-account.ts'
import type { WorkBenchmark } from './benchmark.ts'
import type { BenchRequest } from './send-load.ts'
import { compareRounds } from './compare-rounds.ts'
import type { TimeUsed } from './measure-time.ts'
import type { BenchServers } from './bench-servers.ts'
import { coreCovers, measureCopy, emailOf, fileLine, fileOf, upload } from './upload-files.ts'
import { ask } from './running-portal.ts'

type Side = 'copy' | 'feed' | 'again'
const set = 'p08'

/** P-08: uploads monthly data with few changes, then the same file again, compared with a COPY. */
export const monthlyFeed: WorkBenchmark = {
  name: 'P-08',
  measure: async (stage, rounds) => {
    const floor = await measureCopy(stage)
    const changed = Math.round(stage.people * 0.08)
    const startsOn = await stage.today()
    // All joiners have the same data, so the same choice is valid for all.
    const ofChanged = (number: number, salary: number) =>
      fileLine(set, number, { salary, born: '1985-05-17', startsOn })
    const lines = Array.from({ length: stage.people }, (_, number) =>
      number < changed ? ofChanged(number, 30_000) : fileLine(set, number),
    )
    await upload(stage, fileOf(lines))
    await choosePensions(stage, changed)

    const held = changed * (coreCovers + 1)
    const spent: Record<Side, TimeUsed>[] = []
    const wrong: unknown[] = []
    const check = (is: unknown, wanted: unknown) => {
      if (JSON.stringify(is) !== JSON.stringify(wanted)) wrong.push({ is, wanted })
    }
    check(await floor.selections(set), held)
    for (let round = 0; round < rounds; round += 1) {
      const known = lines.length
      const added = Math.round(known * 0.02)
      for (let number = 0; number < changed; number += 1) lines[number] = ofChanged(number, 31_000 + round)
      for (let number = 0; number < added; number += 1) lines.push(fileLine(set, known + number))
      const versions = await versionsOf(stage)
      const feed = await upload(stage, fileOf(lines))
      check((await versionsOf(stage)) - versions, held)
      const again = await upload(stage, fileOf(lines))
      const { spent: copy, people } = await floor.copy(set)
      spent.push({ feed: feed.spent, again: again.spent, copy })
      check(feed.counts, { new: added, changed, leaving: 0, unchanged: known - changed })
      check(again.counts, { new: 0, changed: 0, leaving: 0, unchanged: lines.length })
      check(people, lines.length)
    }

    const { row, judge } = compareRounds('P-08', spent, 'copy')
    return {
      text: [row('copy', 'floor: COPY'), row('feed', 'product: feed'), row('again', 'product: again')].join('\n'),
      lines:
        wrong.length > 0
          ? [{ goal: 'P-08 the same people', verdict: 'SHORT', why: JSON.stringify(wrong) }]
          : [
              judge(
                'feed',
                'monthly data, 8 % changed and 2 % new: at least 0.8 of the speed of COPY of all rows',
                (share) => share >= 0.8,
              ),
              judge(
                'again',
                'uploading the file a second time: at least 1.2 of the speed of COPY of all rows',
                (share) => share >= 1.2,
              ),
            ],
    }
  },
}

/** Chooses a pension for the first changed person through the portal, and copies it to the others in SQL. */
async function choosePensions(stage: BenchServers, changed: number): Promise<void> {
  const { query, signIn, login } = stage
  const emails = Array.from({ length: changed }, (_, number) => emailOf(set, number))
  const [first] = await query<{ id: string }>('select person_id as id from account where email = $1', [emails[0]])
  if (!first) throw new Error('P-08: nobody was uploaded')
  await activate(stage, first.id)
  const [person] = await signIn('select $1::uuid as id', [first.id])
  if (!person) throw new Error('P-08: nobody signed in')
  const { clientId, personId, headers } = person
  const [pension] = await query<{ id: string; terms: { id: string; version: number } }>(
    `select id, definition -> 'terms' as terms from benefit where client_id = $1 and code = 'pension'`,
    [clientId],
  )
  const write = (request: Omit<BenchRequest, 'headers'>) => ask(stage, { ...request, headers })
  await write({ path: '/api/v1/user/policies', method: 'PATCH', body: JSON.stringify({ termsAccepted: true }) })
  const benefit = `/api/v1/benefit/${pension?.id}`
  const { id: termId, version } = pension?.terms ?? {}
  await write({ path: `${benefit}/terms`, method: 'PATCH', body: JSON.stringify({ termId, version, accepted: true }) })
  const values = { contribution: '5', 'yearly-rise': 'no' }
  await write({ path: `${benefit}/selection`, body: JSON.stringify({ values }) })

  await query(
    `create temporary table holder as
     select person_id, gen_random_uuid() as selection_id
     from account
     where client_id = $1 and email = any($2) and person_id <> $3`,
    [clientId, emails, personId],
  )
  const ofSelection = 'selection_id = (select id from selection where person_id = $1 and benefit_id = $2)'
  const copies: [table: string, of: string, changes: Record<string, string>][] = [
    ['benefit_terms_acceptance', 'person_id = $1 and benefit_id = $2', { person_id: 'holder.person_id' }],
    ['selection', 'person_id = $1 and benefit_id = $2', { id: 'holder.selection_id', person_id: 'holder.person_id' }],
    [
      'selection_version',
      ofSelection,
      { selection_id: 'holder.selection_id', subject_id: 'holder.person_id', actor_id: 'holder.person_id' },
    ],
    [
      'deduction',
      ofSelection,
      { id: 'gen_random_uuid()', selection_id: 'holder.selection_id', person_id: 'holder.person_id' },
    ],
  ]
  for (const [table, of, changes] of copies) {
    const columns = await query<{ name: string }>(
      `select column_name as name
       from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    const names = columns.map(({ name }) => name)
    await query(
      `insert into ${table} (${names.join(', ')})
       select ${names.map((name) => changes[name] ?? `model.${name}`).join(', ')}
       from (select * from ${table} where ${of}) as model
       cross join holder`,
      [personId, pension?.id],
    )
  }
  await query('drop table holder; analyze')
  const pool = openPool(login('portal_app'), { size: 1, patience: databaseLimits, onError: () => undefined })
  await checkAllData(openDatabase(pool), { repair: true })
  await pool.end()
}

async function versionsOf({ query }: BenchServers): Promise<number> {
  const [counted] = await query<{ versions: number }>(
    `select count(*)::integer as versions
     from selection_version
     where subject_id in (select person_id from account where email like '${set}.%@bench.example')`,
  )
  return counted?.versions ?? 0
}
