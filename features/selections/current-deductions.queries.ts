import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId } from '../../contract/ids.ts'
import { type Pence, penceFromPounds } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import { calculateTakeHomeEffect, type EffectOutcome } from '../../domain/tax/take-home-effect.rules.ts'
import type { TakeHomeView } from '../../domain/selections/take-home.contract.ts'
import { benefitViewMessages } from '../../services/benefits/benefit-view.messages.ts'
import type { PriceView, SelectionView } from '../../domain/selections/benefits.contract.ts'
import type { OfferedBenefit } from '../../services/my-benefits/benefits.queries.ts'
import { isActiveStatus } from '../../domain/eligibility/eligibility.rules.ts'
import { loadPersonScheme, type PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import type { PersonOnDay } from '../../services/my-benefits/person-rows.queries.ts'
import { costOfBothPayers, priceView } from '../../services/my-benefits/price-view.server.ts'
import { planDetails } from '../../services/benefits/selection-view.server.ts'
import { selectionViewMessages } from '../../services/my-benefits/selection-view.messages.ts'
import type { SelectionVersion } from '../../domain/selections/selection.rules.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { takeHomeViewMessages as say } from '../../domain/tax/take-home-view.messages.ts'
import { payFactsIn, payChangesIn, selectionsIn } from '../../services/benefits/take-home.server.ts'
import { takeHomeView } from '../take-home/take-home-view.server.ts'
import type { TraceStep } from '../../domain/selections/trace-step.contract.ts'

type Side = { year: Pence; month: Pence }

export type DeductedBenefit = {
  benefitId: BenefitId
  hasScreen: boolean
  name: string
  category: string
  categoryLabel: string
  groupId: string
  effectiveFrom: IsoDate | null
  planDetails: SelectionView['planDetails']
  peopleCovered: SelectionView['peopleCovered']
  taxMethod: string
  hasStatement: boolean
  employee: Side
  employer: Side
  trace: TraceStep[]
}

export type CurrentDeductions = {
  schemeYear: { from: IsoDate; to: IsoDate }
  name: string
  /** Pence a year; null if unknown or not employed. */
  salary: Pence | null
  on: IsoDate
  since: IsoDate
  running: DeductedBenefit[]
  planned: PlannedChange[]
  effect: EffectOutcome
  takeHome: TakeHomeView
}

/** A price that starts on `from`. Without amounts, the benefit ends and `from` is the first day without cover. */
type PlannedChange = { from: IsoDate; name: string; employee: Side | null; employer: Side | null }

export async function currentDeductions(
  tx: Tx,
  clientId: ClientId,
  asking: PersonOnDay,
): Promise<CurrentDeductions | null> {
  const scheme = await loadPersonScheme(tx, clientId, asking)
  if (!scheme) return null
  const { today, year, person, employment } = scheme
  const facts = payFactsIn(scheme, today)
  const inForce = new Map(selectionsIn(scheme, today).map(({ benefitId, running }) => [benefitId, running]))
  const changes = payChangesIn(scheme, [], today)
  const effect = calculateTakeHomeEffect({
    tables: scheme.taxTables,
    on: today,
    before: { facts, changes: [], when: say.withoutThem },
    after: { facts, changes, when: say.withThem },
  })
  return {
    schemeYear: { from: year.from, to: year.to },
    name: `${person.firstName} ${person.surname}`,
    salary: isActiveStatus(employment.status) ? facts.salary : null,
    on: today,
    since: latestChange(scheme, inForce.values()),
    running: benefitsInForce(scheme, inForce),
    planned: plannedChanges(scheme),
    effect,
    takeHome: takeHomeView(effect, { facts }),
  }
}

function benefitsInForce(
  scheme: PersonScheme,
  inForce: ReadonlyMap<BenefitId, SelectionVersion | null>,
): DeductedBenefit[] {
  return [...scheme.benefits, ...scheme.pots].flatMap((benefit) => {
    const running = inForce.get(benefit.id)
    if (!running?.price || (benefit.definition.pot && running.price.employeeYearly === '0')) return []
    return [deductedBenefit(scheme, benefit, { ...running, price: running.price })]
  })
}

function plannedChanges({ benefits, pots, selections, segments, today }: PersonScheme): PlannedChange[] {
  const changes = [...benefits, ...pots].flatMap(({ id, definition: { name, pot } }): PlannedChange[] => {
    const selection = selections.get(id)
    const stored = selection && !pot ? (segments.get(selection) ?? []) : []
    const starts = stored.flatMap(({ from, version: { price } }) =>
      from > today && price ? [{ from, name, ...sidesOf(price) }] : [],
    )
    const ends = stored.flatMap(({ until }) =>
      until !== undefined && until > today && !stored.some(({ from }) => from === until)
        ? [{ from: until, name, employee: null, employer: null }]
        : [],
    )
    return [...starts, ...ends]
  })
  return changes.toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0))
}

function sidesOf(price: StoredPrice): { employee: Side; employer: Side } {
  const { employee, employer } = costOfBothPayers(price)
  return { employee: inPence(employee), employer: inPence(employer) }
}

function deductedBenefit(
  scheme: PersonScheme,
  benefit: OfferedBenefit,
  running: SelectionVersion & { price: StoredPrice },
): DeductedBenefit {
  const { price } = running
  const { name, category, groupCode } = benefit.definition
  const { employee, employer, taxMethod, trace } = priceView(price)
  return {
    benefitId: benefit.id,
    hasScreen: !benefit.definition.pot,
    name,
    category,
    categoryLabel: benefitViewMessages.category[category],
    groupId: groupCode,
    effectiveFrom: running.effectiveFrom,
    planDetails: planDetails({ benefit, scheme }, running),
    peopleCovered: running.peopleCovered.map(({ name: person, relationship }) => ({
      name: person,
      relationship: selectionViewMessages.relationship[relationship],
    })),
    taxMethod: employee.perYear === 0 && employer.perYear === 0 ? '' : taxMethod,
    hasStatement: scheme.statementGroups.has(groupCode),
    employee: inPence(employee),
    employer: inPence(employer),
    trace,
  }
}

function inPence({ perYear, perMonth }: PriceView['employee']): Side {
  return { year: penceFromPounds(perYear), month: penceFromPounds(perMonth) }
}

function latestChange({ year, facts, today }: PersonScheme, inForce: Iterable<SelectionVersion | null>): IsoDate {
  const days = [
    ...facts.flatMap(({ effectiveFrom }) => (effectiveFrom <= today ? [effectiveFrom] : [])),
    ...[...inForce].flatMap((running) => running?.effectiveFrom ?? []),
  ]
  return days.reduce((newest, day) => (day > newest ? day : newest), year.from)
}
