import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { payrollsWithPeriods } from '../../services/payroll/pay-periods.queries.ts'
import type { TaxTable } from '../../domain/tax/tax-table.ts'
import type { SchemeYear } from '../../services/my-benefits/benefits.queries.ts'
import { checkChoice } from '../../domain/selections/choice.rules.ts'
import { recalculationInputsOf } from '../../services/recalculation/recalculate.queries.ts'
import { knownPeople } from '../../services/recalculation/selection-history.queries.ts'
import { rateCodesOf } from '../../services/recalculation/rate-changes.rules.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { priceFactsOn } from '../../domain/tax/person-facts.rules.ts'
import type { PersonFacts } from '../../domain/pricing/price-facts.ts'
import { type PriceOutcome, priceSelection } from '../../domain/pricing/price.ts'
import type { RateTable } from '../../domain/pricing/rate-table.ts'
import type { AttentionItem } from './attention-list.rules.ts'
import type { BenefitOnDay, Population } from './population.rules.ts'
import { populationMessages as say } from './population.messages.ts'

type Change = { before: Population; after: Population }
type SelectionWithHistory = {
  personId: PersonId
  benefitId: BenefitId
  choice: Choice
  yearly: string
  recurring: boolean
}

const peoplePerStatement = 500

export async function affectedChoices(
  tx: Tx,
  clientId: ClientId,
  { before, after, year, taxTables }: Change & { year: SchemeYear; taxTables: readonly TaxTable[] },
): Promise<AttentionItem[]> {
  const changed = changedBenefits({ before, after })
  if (changed.size === 0) return []
  const { on } = after
  const held = await choicesOf(tx, clientId, { benefits: [...changed.keys()] })
  const byPerson = [...Map.groupBy(held, ({ personId }) => personId)]
  const payrolls = await payrollsWithPeriods(tx, clientId, { from: year.from })
  const found: AttentionItem[] = []
  for (let from = 0; from < byPerson.length; from += peoplePerStatement) {
    const some = new Map(byPerson.slice(from, from + peoplePerStatement))
    for (const person of await knownPeople(tx, clientId, { people: [...some.keys()], date: on })) {
      const followed = recalculationInputsOf(person, payrolls)
      const facts = priceFactsOn({ ...followed, ...followed.payCycleOn(on), taxTables }, on)
      for (const one of some.get(person.personId) ?? []) {
        const benefit = changed.get(one.benefitId)
        const concern = benefit && problemWithChoice(one, { ...benefit, before, after, year, facts, on })
        if (benefit && concern) found.push({ ...concern, code: benefit.is.code, personId: person.personId })
      }
    }
  }
  return found
}

function changedBenefits({ before, after }: Change): Map<BenefitId, { was: BenefitOnDay; is: BenefitOnDay }> {
  return new Map(
    [...after.benefits.values()].flatMap((now) => {
      const then = before.benefits.get(now.code)
      if (!then || then.withdrawn || now.withdrawn) return []
      const same = definitionText(then, before.rates) === definitionText(now, after.rates)
      return same ? [] : [[now.id, { was: then, is: now }] as const]
    }),
  )
}

function definitionText({ definition }: BenefitOnDay, rates: readonly RateTable[]): string {
  const codes = rateCodesOf(definition)
  const tables = rates
    .filter(({ code }) => codes.has(code))
    .toSorted((a, b) => (`${a.code} ${a.effectiveFrom}` < `${b.code} ${b.effectiveFrom}` ? -1 : 1))
  const { options, price, medical, pay, ages } = definition
  return JSON.stringify([options, price, medical, pay, ages, tables])
}

async function choicesOf(
  tx: Tx,
  clientId: ClientId,
  { benefits }: { benefits: readonly BenefitId[] },
): Promise<SelectionWithHistory[]> {
  const { rows } = await sql<SelectionWithHistory>`
    select
      held.person_id as "personId",
      held.benefit_id as "benefitId",
      v.choice,
      coalesce(v.price ->> 'employeeYearly', '') || ' ' || coalesce(v.price ->> 'employerYearly', '') as yearly,
      v.price is not null and not v.fixed_total as recurring
    from selection as held
    join selection_version as v
      on v.client_id = held.client_id
      and v.selection_id = held.id
      and v.version = coalesce(held.version_in_force, held.version)
    where held.client_id = ${clientId}
      and held.benefit_id = any(${[...benefits]}::uuid[])
      and (held.version_in_force is not null or held.state = 'pending')
    order by held.person_id, held.benefit_id
  `.execute(tx)
  return rows
}

type ChoiceCheck = Change & { was: BenefitOnDay; is: BenefitOnDay; year: SchemeYear; facts: PersonFacts; on: IsoDate }

function problemWithChoice(
  { choice, yearly, recurring }: SelectionWithHistory,
  { was, is, before, after, year, facts, on }: ChoiceCheck,
): Pick<AttentionItem, 'kind' | 'reason'> | undefined {
  const faultOf = ({ definition }: BenefitOnDay) =>
    // `heldAtYearStart` is the choice itself, so that the check of increases always passes here.
    Object.values(checkChoice({ definition, choice, facts, on, heldAtYearStart: choice }))[0]
  const fault = faultOf(is)
  if (fault !== undefined && faultOf(was) !== fault) return { kind: 'outside-limits', reason: fault }
  const priceBy = ({ definition }: BenefitOnDay, rates: readonly RateTable[]): PriceOutcome =>
    priceSelection({ definition, rates, facts, choice, on, chosenFrom: on, schemeYear: year })
  const anew = priceBy(is, after.rates)
  const known = priceBy(was, before.rates)
  if (anew.outcome === 'not-priced')
    return known.outcome === 'priced' ? { kind: 'no-price', reason: anew.sentence } : undefined
  const isKept = recurring && totalOf(anew) !== yearly && (known.outcome !== 'priced' || totalOf(known) === yearly)
  return isKept ? { kind: 'price-kept', reason: say.priceKept } : undefined
}

function totalOf({ price }: PriceOutcome & { outcome: 'priced' }): string {
  return `${price.employeeYearly} ${price.employerYearly}`
}
