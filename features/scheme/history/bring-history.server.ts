import type { BenefitId, ClientId, PersonId, SchemeYearId } from '../../../contract/ids.ts'
import type { Tx } from '../../../database/database.ts'
import { noteDailyRuns } from '../../../platform/daily-jobs.ts'
import { recordDecisions } from '../../approvals/approvals.queries.ts'
import { noteGiven } from '../../benefits/notices/notices-given.queries.ts'
import { insertTermsAcceptances, insertWholeSelections } from '../../benefits/generate/whole-selections.queries.ts'
import { recordTermsAcceptances } from '../../content/content.queries.ts'
import { bringFacts } from '../../employees/employees.queries.ts'
import { addFamilyMembers } from '../../family/family.queries.ts'
import { bringLifeEvents } from '../../life-events/life-events.queries.ts'
import { insertDeductions } from '../../payroll/deductions.queries.ts'
import { writeRun } from '../../payroll/payroll-runs.queries.ts'
import { bringOwnDetails, savePersonDetails } from '../../profile/profile.queries.ts'
import { addReport } from '../../reports/reports.queries.ts'
import { createAccounts } from '../../session/account.queries.ts'
import { addStatementRows } from '../../total-benefits/statements.queries.ts'
import { openVoucherAccounts } from '../../vouchers/vouchers.queries.ts'
import type { HistoryKind, HistoryLine } from './history-format.ts'
import { bringPeriods, grantWindows, restoreClient } from './history.queries.ts'
import type { History } from './read-history.server.ts'

/** The scheme as it was just written, which history names by its codes. */
export type WrittenAround = { schemeYearId: SchemeYearId; benefitIds: ReadonlyMap<string, BenefitId> }

/**
 * Brings the people of a client that is new here, with all that became of them elsewhere: nothing is priced, decided or
 * paid anew. The history has been checked. Accounts come without a password and without a second factor.
 */
export async function bringHistory(
  tx: Tx,
  clientId: ClientId,
  { history, written }: { history: History; written: WrittenAround },
): Promise<{ people: number; facts: number; selections: number }> {
  const of = linesOf(history)
  const people = of('people')
  const idOf = mustKnow(new Map(people.map(({ email, id }) => [email, id])))

  for (const client of of('client')) {
    await restoreClient(tx, clientId, client)
    await noteDailyRuns(tx, clientId, { runs: client.jobs })
  }
  await bringPeople(tx, clientId, of, idOf)
  await bringSelections(tx, clientId, of, { idOf, written })
  await bringPay(tx, clientId, history, { idOf })
  await inPortions(of('statements'), (rows) =>
    addStatementRows(tx, clientId, {
      rows: rows.map(({ person, employeePence, employerPence, ...row }) => ({
        ...row,
        personId: idOf(person),
        employee: BigInt(employeePence),
        employer: BigInt(employerPence),
      })),
    }),
  )
  return { people: people.length, facts: of('facts').length, selections: of('selections').length }
}

type Of = <Kind extends HistoryKind>(kind: Kind) => HistoryLine<Kind>[]
type IdOf = (email: string) => PersonId

function linesOf(history: History): Of {
  // Read against the schema of this very kind.
  return (kind) => history.lines[kind].map(({ value }) => value) as HistoryLine<typeof kind>[]
}

/** In the order in which one leans on the other: accounts last, as the employer's list follows what comes last of a person. */
async function bringPeople(tx: Tx, clientId: ClientId, of: Of, idOf: IdOf): Promise<void> {
  const people = of('people')
  const details = people.flatMap(({ email, details }) => (details ? [{ personId: idOf(email), ...details }] : []))
  await inPortions(details, async (portion) => {
    await savePersonDetails(tx, clientId, { people: portion })
    await bringOwnDetails(tx, clientId, { people: portion })
  })
  await inPortions(of('facts'), (facts) =>
    bringFacts(tx, clientId, {
      facts: facts.map(({ person, recordedBy, ...fact }) => ({
        ...fact,
        personId: idOf(person),
        recordedBy: recordedBy === null ? null : idOf(recordedBy),
      })),
    }),
  )
  await inPortions(of('family'), (members) =>
    addFamilyMembers(tx, clientId, {
      members: members.map(({ person, ...one }) => ({ ...one, personId: idOf(person) })),
    }),
  )
  await createAccounts(
    tx,
    clientId,
    people.map(({ email, insights, state, userType, firstLogin, activatedAt, lastLoginAt, createdAt }) => ({
      personId: idOf(email),
      email,
      userType,
      state,
      firstLogin,
      activatedAt,
      lastLoginAt,
      createdAt,
      insightsEnabled: insights,
      passwordHash: null,
      twoFactorSecret: null,
    })),
  )
  await recordTermsAcceptances(tx, clientId, {
    acceptances: people.flatMap(({ email, terms }) => terms.map((one) => ({ ...one, personId: idOf(email) }))),
  })
  await inPortions(people, (portion) =>
    noteGiven(tx, clientId, {
      notices: portion.flatMap(({ email, notices }) => notices.map((one) => ({ ...one, personId: idOf(email) }))),
    }),
  )
  await inPortions(people, (portion) =>
    openVoucherAccounts(tx, clientId, {
      accounts: portion.flatMap(({ email, vouchers }) =>
        vouchers
          ? [{ personId: idOf(email), balance: BigInt(vouchers.balancePence), lastPaymentOn: vouchers.lastPaymentOn }]
          : [],
      ),
    }),
  )
}

async function bringSelections(
  tx: Tx,
  clientId: ClientId,
  of: Of,
  { idOf, written: { schemeYearId, benefitIds } }: { idOf: IdOf; written: WrittenAround },
): Promise<void> {
  const benefitOf = mustKnow(benefitIds)
  await grantWindows(tx, clientId, {
    schemeYearId,
    windows: of('windows').map((window) => ({ ...window, personId: idOf(window.person) })),
  })
  await inPortions(of('life-events'), (events) =>
    bringLifeEvents(tx, clientId, {
      schemeYearId,
      events: events.map((event) => ({ ...event, personId: idOf(event.person) })),
    }),
  )
  await inPortions(of('selections'), async (selections) => {
    await insertWholeSelections(tx, clientId, {
      selections: selections.map(({ id, person, benefit, versions, state, version, runningVersion }) => ({
        selection: {
          id,
          personId: idOf(person),
          benefitId: benefitOf(benefit),
          state,
          version,
          versionInForce: runningVersion,
        },
        versions: versions.map(({ actor, decision: _decision, ...one }) => ({
          ...one,
          schemeYearId,
          actorId: actor === null ? null : idOf(actor),
        })),
      })),
    })
    const decisions = selections.flatMap(({ id, versions }) =>
      versions.flatMap(({ version, decision }) =>
        decision ? [{ ...decision, selectionId: id, version, decidedBy: idOf(decision.decidedBy) }] : [],
      ),
    )
    if (decisions.length > 0) await recordDecisions(tx, clientId, decisions)
  })
  await inPortions(of('benefit-terms'), (accepted) =>
    insertTermsAcceptances(tx, clientId, {
      accepted: accepted.map(({ person, benefit, ...one }) => ({
        ...one,
        personId: idOf(person),
        benefitId: benefitOf(benefit),
      })),
    }),
  )
}

/** Deductions before the runs that fix them. */
async function bringPay(tx: Tx, clientId: ClientId, history: History, { idOf }: { idOf: IdOf }): Promise<void> {
  const of = linesOf(history)
  const periodOf = mustKnow(await bringPeriods(tx, clientId, { periods: of('periods') }))
  const holderOf = mustKnow(new Map(of('selections').map(({ id, person }) => [id, idOf(person)])))
  await inPortions(of('deductions'), (lines) =>
    insertDeductions(tx, clientId, {
      lines: lines.map(
        ({ period, originalPeriod, selection, employeePence, employerPence, annualPence, effectiveTo, ...line }) => ({
          ...line,
          periodId: periodOf(period),
          ...(originalPeriod !== null && { originalPeriodId: periodOf(originalPeriod) }),
          ...(effectiveTo !== null && { effectiveTo }),
          personId: holderOf(selection),
          selectionId: selection,
          employee: BigInt(employeePence),
          employer: BigInt(employerPence),
          annual: BigInt(annualPence),
        }),
      ),
    }),
  )
  const linesOfRun = Map.groupBy(of('run-lines'), ({ period }) => period)
  for (const { period, lockedAt, lockedBy } of of('runs')) {
    await writeRun(tx, clientId, {
      periodId: periodOf(period),
      lockedAt,
      lockedBy: lockedBy === null ? null : idOf(lockedBy),
      lines: (linesOfRun.get(period) ?? []).map(
        ({ person, selection, changeType, employeePence, employerPence, fields }) => ({
          personId: idOf(person),
          selectionId: selection,
          changeType,
          employeePence: BigInt(employeePence),
          employerPence: BigInt(employerPence),
          fields,
        }),
      ),
    })
  }
  for (const { period, providerName, file, sha256: _sha256, fileName, mediaType, ...report } of of('reports'))
    await addReport(tx, clientId, {
      ...report,
      ...(providerName !== null && { providerName }),
      ...(period !== null && { periodId: periodOf(period) }),
      file: { fileName, mediaType, bytes: history.files.get(file)?.bytes ?? Buffer.alloc(0) },
    })
}

/** What was checked to be there. */
function mustKnow<Id>(known: ReadonlyMap<string, Id>): (name: string) => Id {
  return (name) => {
    const id = known.get(name)
    if (id === undefined) throw new Error(`History names ${name}, which was checked to be there`)
    return id
  }
}

/** PostgreSQL takes at most 65,535 parameters in one statement, and one text of at most a gigabyte. */
async function inPortions<Item>(items: readonly Item[], work: (portion: Item[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < items.length; from += 3_000) await work(items.slice(from, from + 3_000))
}
