import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { DatedFact } from '../../domain/tax/person-facts.rules.ts'
import { firstDayAfterLeaving, newestDay } from '../../domain/windows/leaving.rules.ts'
import { recordDecisions } from '../../features/approvals/approvals.queries.ts'
import { type SchemeToApply, type ApplyResult, writeSchemeFolder } from '../../features/scheme/apply-scheme.server.ts'
import { readScheme, type Scheme } from '../../features/scheme/read-scheme.server.ts'
import { writeScheme } from '../../features/scheme/write-scheme.server.ts'
import {
  insertTermsAcceptances,
  insertSelectionHistories,
} from '../../features/selections/insert-selection-histories.queries.ts'
import type { SimulatedSelection } from '../../features/selections/simulated-selection.server.ts'
import { makeProviderReports } from '../../features/reports/reports.jobs.ts'
import { recordDailyRuns } from '../../platform/daily-jobs.ts'
import { insertDeductions } from '../../services/payroll/deductions.queries.ts'
import { isApproval } from '../../services/recalculation/approval-actions.rules.ts'
import { type KnownPerson, knownPeople } from '../../services/recalculation/selection-history.queries.ts'
import { writeDeductionsOfMany } from '../../services/recalculation/selection-pay.queries.ts'
import { accountsByEmail } from '../../services/scheme/scheme.queries.ts'
import { type ExamplePast, readPast } from './past-file.ts'
import { schemeOfYearBefore, withJoinersAndLeavers, yearOf } from './past-scheme.ts'
import { writePastAudit } from './past-audit.ts'
import { addPastLogins } from './past-logins.ts'
import { addFamilies } from './past-life-events.ts'
import { lockPastRuns } from './past-runs.ts'
import { schemeDataOf, type Holder, type SchemeData } from './scheme-data.ts'
import { simulatePerson } from './simulate-person.ts'

/** Creates an example client with some months of history. Does nothing if the client exists. */
export async function writeExampleClient(
  tx: Tx,
  application: SchemeToApply,
  { folder, file }: { folder: string; file: string },
): Promise<ApplyResult> {
  const { clientId, scheme: current } = application
  const past = readPast(file, current.today)
  const scheme = withJoinersAndLeavers(current, past)
  if (!application.isNew) return writeSchemeFolder(tx, { ...application, scheme })
  const { from } = yearOf(scheme)
  const formerDay = addDays(from, -24)
  if (past.begins < from)
    await writeScheme(tx, clientId, {
      scheme: schemeOfYearBefore(await read(folder, formerDay), scheme),
      newId: () => crypto.randomUUID(),
    })
  const applied = await writeSchemeFolder(tx, { ...application, scheme })
  await simulatePast(tx, clientId, { past, scheme, openings: current.openings })
  return applied
}

async function read(folder: string, day: IsoDate): Promise<Scheme> {
  const found = await readScheme(folder, day)
  if ('faults' in found) throw new Error(`${folder} has faults on ${day}`)
  return found.scheme
}

async function simulatePast(
  tx: Tx,
  clientId: ClientId,
  { past, scheme, openings }: { past: ExamplePast; scheme: Scheme; openings: Scheme['openings'] },
): Promise<void> {
  const ids = await accountsByEmail(tx, clientId, { emails: scheme.people.map(({ email }) => email) })
  const idOf = (email: string): PersonId => ids.get(email) ?? fail(`${email} is not in people.csv`)
  for (const email of [
    ...past.joiners.keys(),
    ...past.leavers.keys(),
    ...[...past.requests, ...past.drafts].map(({ who }) => who),
  ])
    idOf(email)
  await addFamilies(tx, clientId, { past, scheme, idOf })
  const data = await schemeDataOf(tx, clientId)
  const [first] = data.years
  const known = await knownPeople(tx, clientId, { people: [...ids.values()], date: first?.year.from ?? past.begins })
  const rowOf = new Map(scheme.people.map((row) => [idOf(row.email), row]))
  const lived = known.flatMap((person) => {
    const row = rowOf.get(person.personId)
    if (!row) return []
    const days = daysOf(person.facts, past)
    const holder: Holder = {
      ...person,
      firstName: row.firstName,
      surname: row.surname,
      leavingKnownOn:
        days && days.last < past.today
          ? laterDay(days.first, past.leavers.get(row.email)?.knownOn ?? days.last)
          : undefined,
    }
    const approver = row.email === past.decides ? past.alsoDecides : past.decides
    return simulatePerson({
      email: row.email,
      holder,
      ...(approver !== undefined && { approverId: idOf(approver) }),
      data,
      past,
      openings: openings.filter(({ email }) => email === row.email),
      days,
    })
  })
  await insertSimulatedSelections(tx, clientId, { lived, data })
  const lockedBy = idOf(past.decides)
  const runs = await lockPastRuns(tx, clientId, { past, lockedBy })
  await settlePastLeavers(tx, clientId, { lived, known, past })
  await addPastLogins(tx, clientId, { past, data })
  await recordDailyRuns(tx, clientId, { runs: [{ job: makeProviderReports.name, ranOn: past.begins }] })
  await writePastAudit(tx, clientId, { lived, runs, lockedBy })
}

function daysOf(facts: readonly DatedFact[], { begins, today }: ExamplePast) {
  const started = newestDay(facts, 'start-date') ?? begins
  const left = firstDayAfterLeaving(facts)
  const first = started > begins ? started : begins
  const last = left !== null && left <= today ? addDays(left, -1) : today
  return first <= last ? { first, last } : undefined
}

async function insertSimulatedSelections(
  tx: Tx,
  clientId: ClientId,
  { lived, data }: { lived: readonly SimulatedSelection[]; data: SchemeData },
): Promise<void> {
  await insertSelectionHistories(tx, clientId, { selections: lived })
  const termsOf = new Map(
    data.years.flatMap(({ benefits }) =>
      benefits.flatMap(({ id, definition: { terms } }): [BenefitId, { termId: string; version: number }][] =>
        terms ? [[id, { termId: terms.id, version: terms.version }]] : [],
      ),
    ),
  )
  await insertTermsAcceptances(tx, clientId, {
    accepted: lived.flatMap(({ selection: { personId, benefitId }, versions: [firstVersion] }) => {
      const terms = termsOf.get(benefitId)
      return terms && firstVersion ? [{ personId, benefitId, ...terms, acceptedAt: firstVersion.recordedAt }] : []
    }),
  })
  await insertDeductions(tx, clientId, {
    lines: lived.flatMap(({ selection: { id: selectionId, personId }, deductions }) =>
      deductions.map((line) => ({ ...line, id: crypto.randomUUID(), personId, selectionId })),
    ),
  })
  const decisions = lived.flatMap(({ selection, versions }) => decisionsOn(selection.id, versions))
  if (decisions.length > 0) await recordDecisions(tx, clientId, decisions)
}

async function settlePastLeavers(
  tx: Tx,
  clientId: ClientId,
  { lived, known, past }: { lived: readonly SimulatedSelection[]; known: readonly KnownPerson[]; past: ExamplePast },
): Promise<void> {
  const leaving = new Set(
    known.flatMap(({ personId, facts }) => (firstDayAfterLeaving(facts) === null ? [] : [personId])),
  )
  const selections = lived.map(({ selection }) => selection).filter(({ personId }) => leaving.has(personId))
  await writeDeductionsOfMany(tx, clientId, { selections, today: past.today })
}

function decisionsOn(selectionId: SelectionId, versions: SimulatedSelection['versions']) {
  return versions.flatMap(({ version, action, reason, actorId, recordedAt }) =>
    actorId !== null && (isApproval(action) || action === 'reject')
      ? [
          {
            selectionId,
            // The version with the decision follows the version that it decides.
            version: version - 1,
            approved: isApproval(action),
            reason,
            decidedBy: actorId,
            decidedAt: recordedAt,
          },
        ]
      : [],
  )
}

function laterDay(one: IsoDate, other: IsoDate): IsoDate {
  return one < other ? other : one
}

function fail(reason: string): never {
  throw new Error(reason)
}
