import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { insertDeductions } from '../../services/payroll/deductions.queries.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import type { RandomDraws } from '../../platform/random-draws.rules.ts'
import { type FamilyRow, schemeYearOn, type SchemeYear } from '../../services/my-benefits/benefits.queries.ts'
import type { PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { type SchemeOffer, schemeOfferOf } from '../../services/my-benefits/scheme-offer.queries.ts'
import { type DatedFact, employmentOn, priceFactsOn } from '../../domain/tax/person-facts.rules.ts'
import { payScheduleOf } from '../../domain/windows/pay-periods.rules.ts'
import { type SimulatedSelection, simulateSelection } from '../../features/selections/simulated-selection.server.ts'
import { generateSelectionEvents } from './selection-events.rules.ts'
import {
  insertTermsAcceptances,
  insertSelectionHistories,
} from '../../features/selections/insert-selection-histories.queries.ts'

export type CommonScheme = SchemeOffer & { year: SchemeYear; now: string; today: IsoDate }

export async function schemeForEveryone(
  tx: Tx,
  clientId: ClientId,
  { now, today }: { now: string; today: IsoDate },
): Promise<CommonScheme> {
  const { revision } = await tx
    .selectFrom('client')
    .select('scheme_revision as revision')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  const year = await schemeYearOn(tx, clientId, { date: today })
  if (!year) throw new Error('A generated scheme year holds the day it is generated on')
  return { ...(await schemeOfferOf(tx, clientId, { year, revision })), year, now, today }
}

export type Holder = {
  personId: PersonId
  firstName: string
  surname: string
  dateOfBirth: IsoDate
  employerId: PersonId
  leftOn: IsoDate | null
  facts: readonly DatedFact[]
  family: readonly FamilyRow[]
  chance: RandomDraws
}

/** `deductionIds` has the ids of the deductions, in their order. */
export type GeneratedSelection = SimulatedSelection & { deductionIds: readonly string[] }

export function generateSelections(common: CommonScheme, holder: Holder): GeneratedSelection[] {
  const { chance, personId, employerId, leftOn } = holder
  const schemeOn = (day: IsoDate) => schemeOf(common, holder, day)
  const payPeriods = 12
  const facts = priceFactsOn({ ...holder, payPeriods, taxTables: taxTables() }, common.today)
  return common.benefits.flatMap(({ id: benefitId, definition }) => {
    const events = generateSelectionEvents(chance, {
      definition,
      cast: { personId, employerId, facts, leftOn },
      now: common.now,
      yearFrom: common.year.from,
    })
    // Leavers get no orders, because only the portal's deduction writer can calculate what they owe.
    if (leftOn !== null && definition.price.some(({ price }) => price.method === 'order')) return []
    const id = chance.id() as SelectionId
    const simulated = simulateSelection({ id, benefitId, events, schemeOn })
    return simulated ? [{ ...simulated, deductionIds: simulated.deductions.map(() => chance.id()) }] : []
  })
}

function schemeOf(common: CommonScheme, holder: Holder, today: IsoDate): PersonScheme {
  const facts = [...holder.facts]
  return {
    today,
    year: common.year,
    // Flex allowances are left out, because every generated selection is chosen by the employee.
    benefits: common.benefits.filter(({ definition }) => !definition.pot),
    pots: [],
    rates: common.rates,
    taxTables: taxTables(),
    windows: common.windows,
    person: holder,
    family: [...holder.family],
    facts,
    employment: employmentOn(facts, today),
    ...payScheduleOf(facts, common.payrolls),
    selections: new Map(),
    atLeaving: new Map(),
    enrolment: null,
    heldAtYearStart: new Map(),
    paidSoFar: new Map(),
    segments: new Map(),
    coveredToday: new Set(),
    acceptedTerms: [],
    answeredQuestions: [],
    statementGroups: new Set(),
  }
}

export async function insertGenerated(
  tx: Tx,
  clientId: ClientId,
  { generated, common }: { generated: readonly GeneratedSelection[]; common: CommonScheme },
): Promise<void> {
  const termsOf = new Map<BenefitId, { termId: string; version: number }>(
    common.benefits.flatMap(({ id, definition: { terms } }) =>
      terms ? [[id, { termId: terms.id, version: terms.version }]] : [],
    ),
  )
  await insertSelectionHistories(tx, clientId, { selections: generated })
  await insertTermsAcceptances(tx, clientId, {
    accepted: generated.flatMap(({ selection: { personId, benefitId } }) => {
      const terms = termsOf.get(benefitId)
      return terms ? [{ personId, benefitId, ...terms }] : []
    }),
  })
  await insertDeductions(tx, clientId, {
    lines: generated.flatMap(({ selection, deductions, deductionIds }) =>
      deductions.map((line, index) => ({
        ...line,
        id: deductionIds[index] ?? crypto.randomUUID(),
        personId: selection.personId,
        selectionId: selection.id,
      })),
    ),
  })
}
