import type { PersonId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import {
  addCosts,
  type Cost,
  type SelectionOnDay,
  isSameCost,
  noCost,
  type PayOnDay,
  type Population,
} from './population.rules.ts'

type Change = { before: Population; after: Population }

export type Repriced = {
  personId: PersonId
  code: string
  kind: 'repriced' | 'begun' | 'ended'
  before: Cost
  after: Cost
}

export function repricedSelections({ before, after }: Change): Repriced[] {
  return selectionPairs({ before, after }).flatMap(({ personId, code, was, is }): Repriced[] => {
    const [then, now] = [was?.cost ?? null, is?.cost ?? null]
    const costs = { personId, code, before: then ?? noCost, after: now ?? noCost }
    if (then === null && now === null) return []
    if (then === null) return [{ ...costs, kind: 'begun' }]
    if (now === null) return [{ ...costs, kind: 'ended' }]
    return isSameCost(then, now) ? [] : [{ ...costs, kind: 'repriced' }]
  })
}

export function countNewVersions(change: Change): number {
  return selectionPairs(change).filter(({ was, is }) => (was?.version ?? 0) !== (is?.version ?? 0)).length
}

export function selectionPairs({ before, after }: Change): {
  personId: PersonId
  code: string
  was: SelectionOnDay | undefined
  is: SelectionOnDay | undefined
}[] {
  const codes = new Set([...after.benefits.keys(), ...before.benefits.keys()])
  return [...codes].flatMap((code) => {
    const [then, now] = [before.selections.get(code), after.selections.get(code)]
    const people = new Set([...(now?.keys() ?? []), ...(then?.keys() ?? [])])
    return [...people].map((personId) => ({ personId, code, was: then?.get(personId), is: now?.get(personId) }))
  })
}

export type TotalCosts = { count: number; before: Cost; after: Cost }

export function totalCosts(repriced: readonly Repriced[]): TotalCosts {
  return {
    count: repriced.length,
    before: repriced.reduce((sum, one) => addCosts(sum, one.before), noCost),
    after: repriced.reduce((sum, one) => addCosts(sum, one.after), noCost),
  }
}

export function yearlyChange({ before, after }: Repriced): Pence {
  const moved = (side: 'employee' | 'employer') => after[side].year - before[side].year
  const size = (pence: Pence) => (pence < 0n ? -pence : pence)
  return size(moved('employee')) + size(moved('employer'))
}

export type PayChange = {
  period: Omit<PayOnDay, 'employee' | 'employer'>
  before: { employee: Pence; employer: Pence }
  after: { employee: Pence; employer: Pence }
}

export function payChanges({ before, after }: Change): PayChange[] {
  const then = new Map(before.pay.map((one) => [nameOf(one), one]))
  const now = new Map(after.pay.map((one) => [nameOf(one), one]))
  const gone = before.pay.filter((one) => !now.has(nameOf(one)))
  const nothing = { employee: 0n, employer: 0n }
  return [...after.pay, ...gone].map(({ payroll, year, number, label, payOn, ...own }) => {
    const name = nameOf({ payroll, year, number })
    return {
      period: { payroll, year, number, label, payOn },
      before: sidesOf(then.get(name) ?? nothing),
      after: now.has(name) ? sidesOf(own) : nothing,
    }
  })
}

function nameOf({ payroll, year, number }: Pick<PayOnDay, 'payroll' | 'year' | 'number'>): string {
  return `${payroll} ${year} ${number}`
}

function sidesOf({ employee, employer }: { employee: Pence; employer: Pence }) {
  return { employee, employer }
}

export function providersIn({ before, after }: Change): { provider: string; before: Cost; after: Cost }[] {
  const [then, now] = [byProvider(before), byProvider(after)]
  return [...new Set([...then.keys(), ...now.keys()])]
    .toSorted()
    .map((provider) => ({ provider, before: then.get(provider) ?? noCost, after: now.get(provider) ?? noCost }))
}

function byProvider({ benefits, selections }: Population): Map<string, Cost> {
  const sums = new Map<string, Cost>()
  for (const { code, provider } of benefits.values())
    for (const { cost } of selections.get(code)?.values() ?? [])
      if (cost) sums.set(provider, addCosts(sums.get(provider) ?? noCost, cost))
  return sums
}
