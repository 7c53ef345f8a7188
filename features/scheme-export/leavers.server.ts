import type { Kysely } from 'kysely'
import { writeCsv } from '../../contract/csv.ts'
import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { type Pence, poundsFromPence } from '../../contract/money.ts'
import { inClient, inNoClient, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { actorOfOperator } from '../audit/operator.rules.ts'
import { planDetailsOf } from '../../domain/selections/plan-details.rules.ts'
import { recalculateForRecordedFacts } from '../../services/recalculation/recalculate.queries.ts'
import { type LeaverBalance, readLeaverBalances } from '../leavers/leaver-balances.queries.ts'
import { balanceOwed } from '../../services/my-benefits/balance-owed.rules.ts'
import { firstDayOfCover, coversDays, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'
import { recordFacts } from '../employees/employees.queries.ts'
import { lockEveryone } from '../../services/people/profile.queries.ts'
import { isFreePath, writeNewFolder } from './new-folder.server.ts'
import { clientsByAddress } from '../../services/scheme/scheme.queries.ts'
import { type LeaverVersion, peopleEmployedOn, versionsOfLeavers } from './leavers.queries.ts'

export type LeaversRequest = {
  client: string
  lastDay: IsoDate
  everybody: boolean
  to: string
  operator: string
}

export type LeaversWritten =
  | { step: 'written'; given: number; ends: number; owed: number }
  | { step: 'no-client' }
  | { step: 'folder-taken' }

/** Writes `ends.csv` (benefits that end) and `owed.csv` (balances). Adds an audit event. */
export async function writeLeavers(
  db: Kysely<Database>,
  { client, lastDay, everybody, to, operator }: LeaversRequest,
): Promise<LeaversWritten> {
  if (!(await isFreePath(to))) return { step: 'folder-taken' }
  const clientId = (await inNoClient(db, (tx) => clientsByAddress(tx, { names: [client] }))).get(client)
  if (clientId === undefined) return { step: 'no-client' }
  const read = await inClient(db, clientId, async (tx, { now, today }) => {
    const given = everybody ? await giveLastDay(tx, clientId, { lastDay, operator, today }) : 0
    const ends = endsOf(await versionsOfLeavers(tx, clientId, { lastDay }))
    const owed = (await readLeaverBalances(tx, clientId)).filter((one) => one.lastDay === lastDay)
    await appendAudit(tx, clientId, [
      {
        at: now,
        actor: actorOfOperator(operator),
        subject: null,
        action: 'leavers.exported',
        details: { lastDay, given, ends: ends.length, owed: owed.length },
      },
    ])
    return { given, ends, owed }
  })
  const folder = await writeNewFolder(to, [
    { name: 'ends.csv', content: writeCsv([endColumns, ...read.ends]) },
    { name: 'owed.csv', content: writeCsv([owedColumns, ...read.owed.map(owedCells)]) },
  ])
  try {
    return (await folder.place())
      ? { step: 'written', given: read.given, ends: read.ends.length, owed: read.owed.length }
      : { step: 'folder-taken' }
  } finally {
    await folder.discard()
  }
}

/** Agreements transfer to the next provider, so the rest of an order is not deducted. */
async function giveLastDay(
  tx: Tx,
  clientId: ClientId,
  { lastDay, operator, today }: { lastDay: IsoDate; operator: string; today: IsoDate },
): Promise<number> {
  await lockEveryone(tx, clientId)
  const people = await peopleEmployedOn(tx, clientId, { lastDay })
  const facts = await recordFacts(tx, clientId, {
    source: actorOfOperator(operator),
    facts: people.flatMap((personId) => [
      { personId, fact: 'leaving-reason' as const, value: 'scheme-moves', effectiveFrom: today },
      { personId, fact: 'end-date' as const, value: lastDay, effectiveFrom: today },
    ]),
  })
  await recalculateForRecordedFacts(tx, clientId, { facts, today })
  return people.length
}

const endColumns = [
  'provider',
  'scheme_number',
  'benefit',
  'employee_number',
  'first_name',
  'surname',
  'email',
  'date_of_birth',
  'ni_number',
  'leaving_reason',
  'member_since',
  'last_day_of_cover',
  'chosen',
  'people_covered',
  'closed_to_new_members',
]

function endsOf(versions: readonly LeaverVersion[]): string[][] {
  return [...Map.groupBy(versions, ({ selectionId }) => selectionId)].flatMap(([, own]) => {
    const ran = coverPeriodsOf(own).filter(coversDays)
    const last = ran.at(-1)
    if (!last || last.stopped !== 'end' || last.until === undefined) return []
    const { definition, choice, covered, ...person } = last.version
    return [
      [
        definition.provider.name,
        definition.provider.schemeNumber ?? '',
        definition.name,
        person.employeeNumber ?? '',
        person.firstName,
        person.surname,
        person.email,
        person.dateOfBirth,
        person.niNumber ?? '',
        person.leavingReason ?? '',
        firstDayOfCover(ran, last.from),
        addDays(last.until, -1),
        planDetailsOf(definition, choice)
          .map(({ label, value }) => `${label}: ${value}`)
          .join('; '),
        covered.map(({ name }) => name).join('; '),
        definition.requires.includes('existing-holding') ? 'yes' : 'no',
      ],
    ]
  })
}

const owedColumns = ['employee_number', 'employee', 'email', 'benefit', 'what_happens', 'left', 'most_from_pay', 'owed']

function owedCells({
  employeeNumber,
  employeeName,
  email,
  benefitName,
  rule,
  left,
  most,
  taken,
}: LeaverBalance): string[] {
  return [
    employeeNumber ?? '',
    employeeName,
    email,
    benefitName,
    rule,
    inPounds(left),
    inPounds(most),
    inPounds(balanceOwed({ rule, left, most, taken })),
  ]
}

function inPounds(pence: Pence): string {
  return poundsFromPence(pence).toFixed(2)
}
