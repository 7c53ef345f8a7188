import type { BenefitId, ClientId, PersonId, SchemeYearId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { recordDailyRuns } from '../../platform/daily-jobs.ts'
import { recordDecisions } from '../approvals/approvals.queries.ts'
import { insertViews } from '../saved-views/saved-views.queries.ts'
import { recordNotices } from '../benefit-mails/sent-notices.queries.ts'
import { insertTermsAcceptances, insertSelectionHistories } from '../selections/insert-selection-histories.queries.ts'
import { recordTermsAcceptances } from '../content/content.queries.ts'
import { importFacts } from '../employees/employees.queries.ts'
import { addFamilyMembers } from '../family/family.queries.ts'
import { importLeaverBalances } from '../leavers/leaver-balances.queries.ts'
import { importLifeEvents } from '../life-events/life-events.queries.ts'
import { insertDeductions } from '../../services/payroll/deductions.queries.ts'
import { writeRun, writeRunLines } from '../payroll/payroll-runs.queries.ts'
import { importOwnDetails, savePersonDetails } from '../../services/people/profile.queries.ts'
import { addReport } from '../../services/reports/reports.queries.ts'
import { createAccounts } from '../../services/session/account.queries.ts'
import { addStatementRows } from '../total-benefits/statements.queries.ts'
import { openVoucherAccounts } from '../vouchers/vouchers.queries.ts'
import type { HistoryKind, HistoryLine } from './history-format.ts'
import { importPeriods, grantWindows, restoreClient } from './history.queries.ts'
import type { History } from './read-history.server.ts'

export type NewYearIds = { year: number; schemeYearId: SchemeYearId; benefitIds: ReadonlyMap<string, BenefitId> }

/** Imports checked history, without recalculating prices and deductions. Accounts get no password. */
export async function importHistory(
  tx: Tx,
  clientId: ClientId,
  { history, written }: { history: History; written: readonly NewYearIds[] },
): Promise<{ people: number; facts: number; selections: number }> {
  const of = linesOf(history)
  const idOf = lookup(new Map(of('people').map(({ email, id }) => [email, id] as const)))

  for (const client of of('client')) {
    await restoreClient(tx, clientId, client)
    await recordDailyRuns(tx, clientId, { runs: client.jobs })
  }
  const { people, facts } = await importPeople(tx, clientId, of, idOf)
  const selections = await importSelections(tx, clientId, of, { idOf, written })
  await importPay(tx, clientId, history, { idOf })
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
  return { people, facts, selections }
}

type LinesOfKind = <Kind extends HistoryKind>(kind: Kind) => IteratorObject<HistoryLine<Kind>, void>
type IdOf = (email: string) => PersonId

function linesOf(history: History): LinesOfKind {
  return (kind) => history.lines(kind).map(({ value }) => value)
}

/** Imports accounts last, because their creation derives the employee list from the other data. */
async function importPeople(
  tx: Tx,
  clientId: ClientId,
  of: LinesOfKind,
  idOf: IdOf,
): Promise<{ people: number; facts: number }> {
  const details = of('people').flatMap(({ email, details }) => (details ? [{ personId: idOf(email), ...details }] : []))
  await inPortions(details, async (portion) => {
    await savePersonDetails(tx, clientId, { people: portion })
    await importOwnDetails(tx, clientId, { people: portion })
  })
  const facts = await inPortions(of('facts'), (portion) =>
    importFacts(tx, clientId, {
      facts: portion.map(({ person, recordedBy, ...fact }) => ({
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
  const people = await inPortions(of('people'), async (portion) => {
    await createAccounts(
      tx,
      clientId,
      portion.map(
        ({ email, insights, state, userType, firstLogin, wantsReminders, activatedAt, lastLoginAt, createdAt }) => ({
          personId: idOf(email),
          email,
          userType,
          state,
          firstLogin,
          wantsReminders,
          activatedAt,
          lastLoginAt,
          createdAt,
          insightsEnabled: insights,
          passwordHash: null,
          twoFactorSecret: null,
        }),
      ),
    )
    await recordTermsAcceptances(tx, clientId, {
      acceptances: portion.flatMap(({ email, terms }) => terms.map((one) => ({ ...one, personId: idOf(email) }))),
    })
    await recordNotices(tx, clientId, {
      notices: portion.flatMap(({ email, notices }) => notices.map((one) => ({ ...one, personId: idOf(email) }))),
    })
    await insertViews(tx, clientId, {
      views: portion.flatMap(({ email, views }) => views.map((one) => ({ ...one, personId: idOf(email) }))),
    })
    await openVoucherAccounts(tx, clientId, {
      accounts: portion.flatMap(({ email, vouchers }) =>
        vouchers
          ? [{ personId: idOf(email), balance: BigInt(vouchers.balancePence), lastPaymentOn: vouchers.lastPaymentOn }]
          : [],
      ),
    })
  })
  return { people, facts }
}

async function importSelections(
  tx: Tx,
  clientId: ClientId,
  of: LinesOfKind,
  { idOf, written }: { idOf: IdOf; written: readonly NewYearIds[] },
): Promise<number> {
  const benefitOf = lookup(new Map(written.flatMap(({ benefitIds }) => [...benefitIds])))
  const yearOf = lookup(new Map(written.map(({ year, schemeYearId }) => [year, schemeYearId])))
  const newest = Math.max(...written.map(({ year }) => year))
  const idOfYear = (year: number | null) => yearOf(year ?? newest)
  await inPortions(of('windows'), (windows) =>
    grantWindows(tx, clientId, {
      windows: windows.map((window) => ({
        ...window,
        schemeYearId: idOfYear(window.schemeYear),
        personId: idOf(window.person),
      })),
    }),
  )
  await inPortions(of('life-events'), (events) =>
    importLifeEvents(tx, clientId, {
      events: events.map((event) => ({
        ...event,
        schemeYearId: idOfYear(event.schemeYear),
        personId: idOf(event.person),
      })),
    }),
  )
  const selections = await inPortions(of('selections'), async (portion) => {
    await insertSelectionHistories(tx, clientId, {
      selections: portion.map(({ id, person, benefit, versions, state, version, runningVersion }) => ({
        selection: {
          id,
          personId: idOf(person),
          benefitId: benefitOf(benefit),
          state,
          version,
          versionInForce: runningVersion,
        },
        versions: versions.map(({ actor, decision: _decision, schemeYear, ...one }) => ({
          ...one,
          schemeYearId: idOfYear(schemeYear),
          actorId: actor === null ? null : idOf(actor),
        })),
      })),
    })
    const decisions = portion.flatMap(({ id, versions }) =>
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
  return selections
}

/** Imports deductions before the runs that lock them. */
async function importPay(tx: Tx, clientId: ClientId, history: History, { idOf }: { idOf: IdOf }): Promise<void> {
  const of = linesOf(history)
  const periodOf = lookup(await importPeriods(tx, clientId, { periods: [...of('periods')] }))
  const holderOf = lookup(new Map(of('selections').map(({ id, person }) => [id, idOf(person)] as const)))
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
  await inPortions(of('leaver-balances'), (balances) =>
    importLeaverBalances(tx, clientId, {
      balances: balances.map(({ selection, ...balance }) => ({
        selectionId: selection,
        personId: holderOf(selection),
        lastDay: balance.lastDay,
        rule: balance.rule,
        payCode: balance.payCode,
        left: BigInt(balance.balancePence),
        most: BigInt(balance.deductiblePence),
        basis: balance.basis,
        taken: balance.deductedPence === null ? null : BigInt(balance.deductedPence),
        takenOn: balance.deductedOn,
        notTaken: BigInt(balance.notDeductedPence),
      })),
    }),
  )
  await inPortions(of('run-lines'), async (portion) => {
    for (const [period, lines] of Map.groupBy(portion, (line) => line.period))
      await writeRunLines(tx, clientId, {
        periodId: periodOf(period),
        from: (lines[0]?.number ?? 1) - 1,
        lines: lines.map(({ person, selection, changeType, employeePence, employerPence, fields }) => ({
          personId: idOf(person),
          selectionId: selection,
          changeType,
          employeePence: BigInt(employeePence),
          employerPence: BigInt(employerPence),
          fields,
        })),
      })
  })
  for (const { period, lockedAt, lockedBy, lineCount, employeePence, employerPence } of of('runs'))
    await writeRun(tx, clientId, {
      periodId: periodOf(period),
      lockedAt,
      lockedBy: lockedBy === null ? null : idOf(lockedBy),
      lineCount,
      employeePence: BigInt(employeePence),
      employerPence: BigInt(employerPence),
    })
  for (const { period, providerName, file, sha256: _sha256, fileName, mediaType, ...report } of of('reports'))
    await addReport(tx, clientId, {
      ...report,
      ...(providerName !== null && { providerName }),
      ...(period !== null && { periodId: periodOf(period) }),
      file: { fileName, mediaType, bytes: history.files.get(file)?.read() ?? Buffer.alloc(0) },
    })
}

function lookup<Name extends string | number, Id>(known: ReadonlyMap<Name, Id>): (name: Name) => Id {
  return (name) => {
    const id = known.get(name)
    if (id === undefined) throw new Error(`History names ${name}, which was checked to be there`)
    return id
  }
}

/** Portions have 1,000 items: about 10 MB for selections, the largest items. Returns the number of items. */
async function inPortions<Item>(
  items: IteratorObject<Item, void>,
  work: (portion: Item[]) => Promise<unknown>,
): Promise<number> {
  let count = 0
  let portion: Item[] = []
  for (const item of items) {
    count += 1
    portion.push(item)
    if (portion.length === 1_000) {
      await work(portion)
      portion = []
    }
  }
  if (portion.length > 0) await work(portion)
  return count
}
