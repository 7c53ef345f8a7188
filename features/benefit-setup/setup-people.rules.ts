import type { setupPeopleMessages } from './setup-people.messages.ts'

type Tier = keyof typeof setupPeopleMessages.tiers

export function tierOf(
  people: readonly { value: string; relationship: 'partner' | 'dependant' }[],
  chosen: readonly string[],
): Tier {
  const covered = people.filter((person) => chosen.includes(person.value))
  const partner = covered.some((person) => person.relationship === 'partner')
  const dependants = covered.some((person) => person.relationship === 'dependant')
  if (partner) return dependants ? 'family' : 'couple'
  return dependants ? 'single-parent' : 'single'
}
