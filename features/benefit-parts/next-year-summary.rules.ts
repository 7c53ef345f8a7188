import type { BenefitView } from '../../domain/selections/benefits.contract.ts'

export type NextYear = {
  from: string
  chooseUntil: string | null
}

export function nextYearOf(benefits: readonly BenefitView[]): NextYear | null {
  const first = benefits.find(({ nextYear, choosesFrom }) => nextYear ?? choosesFrom)
  const from = first?.nextYear?.from ?? first?.choosesFrom
  if (from === undefined) return null
  const until = benefits.flatMap(({ choosesFrom, availability }) => (choosesFrom && availability.closesOn) ?? [])
  return { from, chooseUntil: until.toSorted()[0] ?? null }
}
