import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { KnownFact } from '../../services/people/known-facts.queries.ts'
import { deductionsOf } from '../../services/payroll/deductions.queries.ts'
import type { FinalDeduction } from '../../services/payroll/deductions.rules.ts'
import { assessmentsOf, type StoredAssessment } from '../pension-enrolment/assessments.queries.ts'
import { listPeriods } from '../payroll/payroll-runs.queries.ts'
import { factsAndSelectionsKnownOn } from '../selections/facts-known-on-day.queries.ts'
import { loadPersonScheme, type PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { selectionVersionsOf } from '../../services/my-benefits/selection-versions.queries.ts'
import type { SelectionVersion } from '../../domain/selections/selection.rules.ts'
import { type BenefitStatus, benefitStatusOf } from '../../services/my-benefits/benefit-status.server.ts'
import { versionsRecordedBy, selectionAsOf } from './selection-as-of.rules.ts'
import { type RecalculatedPrice, recalculatedPrice } from './recalculated-price.server.ts'
import type { RunPeriod } from '../payroll/open-run.rules.ts'

export type Explained = {
  benefitStatus: BenefitStatus
  knownThen: FactsKnownThen | null
  isAhead: boolean
  versions: readonly SelectionVersion[]
  anew: RecalculatedPrice
  deductions: readonly (FinalDeduction & { period: RunPeriod | undefined })[]
  assessment: StoredAssessment | undefined
}

export type FactsKnownThen = {
  facts: readonly KnownFact[]
  versions: number
  counted: SelectionVersion | null
}

export type Explanation =
  | { step: 'explained'; explained: Explained }
  /** The day is in no scheme year, or the person has no personal details. */
  | { step: 'no-scheme' }
  | { step: 'no-benefit'; codes: string[] }

export async function explain(
  tx: Tx,
  clientId: ClientId,
  { personId, code, on, today }: { personId: PersonId; code: string; on: IsoDate; today: IsoDate },
): Promise<Explanation> {
  const current = await loadPersonScheme(tx, clientId, { personId, today: on })
  if (!current) return { step: 'no-scheme' }
  const histories = await versionsByBenefit(tx, clientId, current)
  const scheme = on === today ? current : schemeAsOf(current, histories)
  const benefit = [...scheme.benefits, ...scheme.pots].find((one) => one.code === code)
  if (!benefit) return { step: 'no-benefit', codes: [...scheme.benefits, ...scheme.pots].map((one) => one.code) }

  const benefitStatus = benefitStatusOf(scheme, benefit)
  const versions = histories.get(benefit.id) ?? []
  const knownThen = on < today ? await endOfDay(tx, clientId, { personId, benefitId: benefit.id, versions, on }) : null
  const assessments = benefit.definition.autoEnrolment
    ? (await assessmentsOf(tx, clientId, { people: [personId] })).get(personId)
    : undefined
  const explained = {
    benefitStatus,
    knownThen,
    isAhead: on > today,
    versions,
    anew: recalculatedPrice(benefitStatus),
    deductions: [],
    assessment: assessments?.findLast(({ from }) => from <= on),
  }
  const selectionId = current.selections.get(benefit.id)?.id
  if (selectionId === undefined) return { step: 'explained', explained }
  const periods = new Map((await listPeriods(tx, clientId)).map((period) => [period.periodId, period]))
  const taken = await deductionsOf(tx, clientId, { selectionId })
  const deductions = taken.map((line) => ({ ...line, period: periods.get(line.periodId) }))
  return { step: 'explained', explained: { ...explained, deductions } }
}

type Histories = ReadonlyMap<BenefitId, readonly SelectionVersion[]>

async function versionsByBenefit(tx: Tx, clientId: ClientId, { selections }: PersonScheme): Promise<Histories> {
  const histories = new Map<BenefitId, SelectionVersion[]>()
  for (const { id: selectionId, benefitId } of selections.values())
    histories.set(benefitId, await selectionVersionsOf(tx, clientId, { selectionId }))
  return histories
}

function schemeAsOf(scheme: PersonScheme, histories: Histories): PersonScheme {
  const selections = [...scheme.selections].flatMap(([benefitId, selection]) => {
    const stood = selectionAsOf(selection, histories.get(benefitId) ?? [], scheme.today)
    return stood ? [[benefitId, stood] as const] : []
  })
  return { ...scheme, selections: new Map(selections) }
}

async function endOfDay(
  tx: Tx,
  clientId: ClientId,
  {
    personId,
    benefitId,
    versions,
    on,
  }: { personId: PersonId; benefitId: BenefitId; versions: readonly SelectionVersion[]; on: IsoDate },
): Promise<FactsKnownThen> {
  const { facts, ran } = await factsAndSelectionsKnownOn(tx, clientId, { personId, asOf: on, knownOn: on })
  const counted = ran.find((one) => one.benefitId === benefitId)?.version ?? null
  return { facts, versions: versionsRecordedBy(versions, on).length, counted }
}
