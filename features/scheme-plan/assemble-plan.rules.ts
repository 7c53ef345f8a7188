import type { IsoDate } from '../../contract/dates.ts'
import type { PersonId } from '../../contract/ids.ts'
import { poundsFromPence } from '../../contract/money.ts'
import { type AttentionItem, caseKinds } from '../population/attention-list.rules.ts'
import {
  countNewVersions,
  payChanges,
  providersIn,
  type Repriced,
  repricedSelections,
  yearlyChange,
  totalCosts,
} from '../population/cost-changes.rules.ts'
import type { EligibilityChange } from '../population/eligibility-changes.rules.ts'
import type { RenewalOfBenefit } from '../renewal/renewal-plan.rules.ts'
import type { Cost, PersonOnDay, Population } from '../population/population.rules.ts'
import { isAmountFact } from '../../services/people/people-csv.rules.ts'
import type { Plan } from './plan-format.ts'

const named = 10

export type Comparison = {
  before: Population
  after: Population
  movements: readonly EligibilityChange[]
  attention: readonly AttentionItem[]
  renewal: { from: IsoDate; benefits: readonly RenewalOfBenefit[] } | null
}

export function populationPlan(
  { before, after, movements, attention, renewal }: Comparison,
  { people: showPeople }: { people: boolean },
): Pick<Plan, 'benefits' | 'selections' | 'renewal' | 'pay' | 'providers' | 'attention'> {
  const all = new Map([...before.people, ...after.people])
  const order = new Map([...all.values()].toSorted(byName).map(({ personId }, place) => [personId, place]))
  const placeOf = (personId: PersonId) => order.get(personId) ?? 0
  const whoIs = (personId: PersonId) => personLabel(all.get(personId))
  const counted = (concerned: readonly { personId: PersonId; reason: string }[]) => ({
    count: concerned.length,
    reasons: reasonsOf(concerned),
    ...(showPeople && {
      people: concerned
        .toSorted((a, b) => placeOf(a.personId) - placeOf(b.personId))
        .map(({ personId, reason }) => ({ ...whoIs(personId), reason })),
    }),
  })
  const nameOf = (code: string) => (after.benefits.get(code) ?? before.benefits.get(code))?.name ?? code
  const repriced = repricedSelections({ before, after })
  const codes = [...new Set([...after.benefits.keys(), ...before.benefits.keys()])]

  return {
    benefits: movements.map(({ code, name, gains, loses, opens, closes }) => ({
      code,
      name,
      gains: counted(gains),
      loses: counted(loses),
      opens,
      closes,
    })),
    selections: {
      continued: countNewVersions({ before, after }),
      ...sumsOf(repriced),
      byBenefit: codes
        .map((code) => ({ code, own: repriced.filter((one) => one.code === code) }))
        .filter(({ own }) => own.length > 0)
        .map(({ code, own }) => ({ code, name: nameOf(code), ...sumsOf(own) })),
      biggest: repriced
        .filter(({ kind }) => kind === 'repriced')
        .toSorted(
          (a, b) =>
            compare(yearlyChange(b), yearlyChange(a)) ||
            placeOf(a.personId) - placeOf(b.personId) ||
            compare(a.code, b.code),
        )
        .slice(0, named)
        .map(({ personId, code, kind, ...costs }) => ({
          code,
          name: nameOf(code),
          kind,
          before: inPounds(costs.before),
          after: inPounds(costs.after),
          ...(showPeople && { person: whoIs(personId) }),
        })),
    },
    renewal: renewal && {
      from: renewal.from,
      benefits: inOrder(renewal.benefits, [...after.benefits.keys()]).map(
        ({ capped: _capped, repriced: moved, ends, asked, notPriced, ...one }) => ({
          ...one,
          repriced: counted(moved),
          ends: counted(ends),
          asked: counted(asked),
          notPriced: counted(notPriced),
        }),
      ),
    },
    pay: payChanges({ before, after })
      .filter((one) => [one.before, one.after].some(({ employee, employer }) => employee !== 0n || employer !== 0n))
      .map(({ period, ...sums }) => ({
        payroll: period.payroll,
        year: period.year,
        number: period.number,
        period: period.label,
        payDay: period.payOn,
        before: sidesInPounds(sums.before),
        after: sidesInPounds(sums.after),
      })),
    providers: providersIn({ before, after }).map((one) => ({
      provider: one.provider,
      before: inPounds(one.before),
      after: inPounds(one.after),
    })),
    attention: caseKinds.flatMap((kind) =>
      [null, ...codes].flatMap((code) => {
        const own = attention.filter((one) => one.kind === kind && one.code === code)
        return own.length === 0 ? [] : [{ kind, code, name: code && nameOf(code), ...counted(own) }]
      }),
    ),
  }
}

export type FactChange = { fact: string; effectiveFrom: IsoDate; before: string | null; after: string | null }

type PersonChange = NonNullable<Plan['people']['list']>[number]

export function peoplePlan(
  { before, after }: Pick<Comparison, 'before' | 'after'>,
  facts: ReadonlyMap<PersonId, readonly FactChange[]>,
  { people: showPeople }: { people: boolean },
): Plan['people'] {
  const list = [...after.people.values()].toSorted(byName).flatMap((person): PersonChange[] => {
    const was = before.people.get(person.personId)
    const own = facts.get(person.personId) ?? []
    if (!was) return [{ ...personLabel(person), change: 'new', facts: [] }]
    const isRenamed = was.name !== person.name || was.dateOfBirth !== person.dateOfBirth
    if (own.length === 0 && !isRenamed) return []
    const change = own.some(isLeaving) ? 'leaving' : 'changed'
    const changed = own.map(({ fact, effectiveFrom: from, ...values }) => ({
      fact,
      from,
      before: valueOf(fact, values.before),
      after: valueOf(fact, values.after),
    }))
    return [{ ...personLabel(person), change, facts: changed }]
  })
  const countOf = (change: 'new' | 'changed' | 'leaving') => list.filter((one) => one.change === change).length
  return {
    new: countOf('new'),
    changed: countOf('changed'),
    leaving: countOf('leaving'),
    facts: [
      ...Map.groupBy(
        list.flatMap((one) => one.facts),
        ({ fact }) => fact,
      ),
    ]
      .map(([fact, own]) => ({ fact, count: own.length }))
      .toSorted((a, b) => b.count - a.count || compare(a.fact, b.fact)),
    ...(showPeople && { list }),
  }
}

function valueOf(fact: string, value: string | null): string | null {
  return value !== null && isAmountFact(fact) ? poundsFromPence(BigInt(value)).toFixed(2) : value
}

function isLeaving({ fact, after }: FactChange): boolean {
  return (fact === 'end-date' && after !== null) || (fact === 'status' && after === 'left')
}

function inOrder<One extends { code: string }>(list: readonly One[], codes: readonly string[]): One[] {
  return list.toSorted((a, b) => codes.indexOf(a.code) - codes.indexOf(b.code))
}

function sumsOf(repriced: readonly Repriced[]): Pick<Plan['selections'], 'repriced' | 'begun' | 'ended'> {
  const of = (kind: Repriced['kind']) => {
    const { count, before, after } = totalCosts(repriced.filter((one) => one.kind === kind))
    return { count, before: inPounds(before), after: inPounds(after) }
  }
  return { repriced: of('repriced'), begun: of('begun'), ended: of('ended') }
}

function reasonsOf(concerned: readonly { reason: string }[]): { reason: string; count: number }[] {
  return [...Map.groupBy(concerned, ({ reason }) => reason)]
    .map(([reason, own]) => ({ reason, count: own.length }))
    .toSorted((a, b) => b.count - a.count || compare(a.reason, b.reason))
}

function personLabel(person: PersonOnDay | undefined): { name: string; number: string | null; email: string } {
  return { name: person?.name ?? '', number: person?.number ?? null, email: person?.email ?? '' }
}

function byName(a: PersonOnDay, b: PersonOnDay): number {
  return compare(a.name, b.name) || compare(a.number ?? '', b.number ?? '') || compare(a.email, b.email)
}

/** Compares by code point, so that the order is the same on every machine. */
function compare(a: string | bigint, b: string | bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function inPounds({ employee, employer }: Cost): Plan['providers'][number]['before'] {
  const of = ({ month, year }: Cost['employee']) => ({ month: poundsFromPence(month), year: poundsFromPence(year) })
  return { employee: of(employee), employer: of(employer) }
}

function sidesInPounds({ employee, employer }: { employee: bigint; employer: bigint }) {
  return { employee: poundsFromPence(employee), employer: poundsFromPence(employer) }
}
