import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { loadPersonScheme, type PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { priceFactsOn } from '../../domain/tax/person-facts.rules.ts'
import { paymentsBeforePortal } from '../../services/my-benefits/payments-before-portal.rules.ts'
import { storedPrice } from '../../services/my-benefits/price-view.server.ts'
import { spreadOverRemainingPay } from '../../services/my-benefits/spread-price.server.ts'
import { priceSelection } from '../../domain/pricing/price.ts'
import { writeDeductions } from '../../services/recalculation/selection-pay.queries.ts'
import { insertSelection } from '../../services/my-benefits/selections.queries.ts'
import { benefitStatusOf } from '../../services/my-benefits/benefit-status.server.ts'
import { importedAction } from '../../domain/selections/cover-periods.rules.ts'
import { payDaysLeft } from '../../domain/windows/effective-date.rules.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'

export type OpeningSelection = {
  personId: PersonId
  benefitId: BenefitId
  state: 'active' | 'pending' | 'opted-out' | 'ended'
  from: IsoDate
  values: Record<string, string>
  people: string[]
}

/** Imports selections from before the client joined, at the scheme's rates. Returns failures by index. */
export async function importOpeningSelections(
  tx: Tx,
  clientId: ClientId,
  { selections, today }: { selections: readonly OpeningSelection[]; today: IsoDate },
): Promise<Map<number, string>> {
  const problems = new Map<number, string>()
  for (const [personId, held] of Map.groupBy(selections.entries(), ([, { personId }]) => personId)) {
    const scheme = await loadPersonScheme(tx, clientId, { personId, today })
    for (const [index, selection] of held) {
      const problem = scheme
        ? await openingVersion(tx, clientId, { scheme, selection })
        : 'Today is outside the scheme year'
      if (problem !== undefined) problems.set(index, problem)
    }
  }
  return problems
}

async function openingVersion(
  tx: Tx,
  clientId: ClientId,
  { scheme, selection }: { scheme: PersonScheme; selection: OpeningSelection },
): Promise<string | undefined> {
  const { personId, benefitId, state, from, values, people } = selection
  const benefit = scheme.benefits.find(({ id }) => id === benefitId)
  if (benefit === undefined) return 'The benefit is not offered today'
  const choice: Choice = { values, people }
  const { payPeriods, periodStart } = benefitStatusOf(scheme, benefit).facts
  const { person, facts, family, rates, year, taxTables } = scheme
  const priced = priceSelection({
    definition: benefit.definition,
    rates,
    facts: priceFactsOn({ dateOfBirth: person.dateOfBirth, facts, family, payPeriods, periodStart, taxTables }, from),
    choice,
    on: from,
    schemeYear: year,
  })
  if (priced.outcome === 'not-priced') return priced.sentence
  const price = storedPrice(priced.price, payPeriods)
  const held = await insertSelection(tx, clientId, {
    personId,
    benefitId,
    first: {
      schemeYearId: year.id,
      state,
      action: importedAction,
      choice,
      peopleCovered: family
        .filter(({ id }) => people.includes(id))
        .map(({ id, firstName, surname, relationship }) => ({ id, name: `${firstName} ${surname}`, relationship })),
      price: state === 'active' ? withoutEarlierPayments(price, { scheme, from }) : price,
      effectiveFrom: from,
      runs: state === 'active' ? 'this' : 'nothing',
      actorId: null,
    },
  })
  if (held?.running) await writeDeductions(tx, clientId, { selection: held, today: scheme.today })
  return undefined
}

function withoutEarlierPayments(
  price: StoredPrice,
  { scheme: { periods, year, today }, from }: { scheme: PersonScheme; from: IsoDate },
): StoredPrice {
  const here = periods.find(({ cutOffOn }) => today <= cutOffOn)?.startsOn ?? today
  const asked = { from, here, periods, payDaysAYear: price.payPeriods, schemeYear: year, today }
  const taken = paymentsBeforePortal(price.parts, asked)
  if (taken.length === 0) return price
  const effectiveFrom = from < here ? here : from
  return spreadOverRemainingPay(price, {
    payDays: payDaysLeft({ periods, effectiveFrom, schemeYear: year, today }),
    taken,
  })
}
