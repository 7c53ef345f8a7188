import type { IsoDate } from '../../contract/dates.ts'
import type { PersonId } from '../../contract/ids.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { conditionsOf, decideEligibility } from '../../domain/eligibility/eligibility.rules.ts'
import type { EligibilityOnDay, Population } from './population.rules.ts'
import { populationMessages as say } from './population.messages.ts'

type PersonWithReason = { personId: PersonId; reason: string }

export type EligibilityChange = {
  code: string
  name: string
  gains: PersonWithReason[]
  loses: PersonWithReason[]
  opens: number
  closes: number
}

type Change = { before: Population; after: Population }

export function eligibilityChanges({ before, after }: Change): EligibilityChange[] {
  const codes = new Set([...after.benefits.keys(), ...before.benefits.keys()])
  return [...codes]
    .map((code) => changeOf(code, { before, after }))
    .filter(({ gains, loses, opens, closes }) => gains.length + loses.length + opens + closes > 0)
}

function changeOf(code: string, { before, after }: Change): EligibilityChange {
  const then = before.eligibility.get(code) ?? none
  const now = after.eligibility.get(code) ?? none
  const everybody = new Set([...after.people.keys(), ...before.people.keys()])
  const moved: EligibilityChange = {
    code,
    name: (after.benefits.get(code) ?? before.benefits.get(code))?.name ?? code,
    gains: [],
    loses: [],
    opens: 0,
    closes: 0,
  }
  for (const personId of everybody) {
    const [was, is] = [then.get(personId), now.get(personId)]
    if (isEligible(was) && isEligible(is)) {
      if (was?.cause === 'window' && is?.cause === null) moved.opens++
      if (was?.cause === null && is?.cause === 'window') moved.closes++
    } else if (isEligible(is))
      moved.gains.push({ personId, reason: gainReason(code, { before, after, was, personId }) })
    else if (isEligible(was)) moved.loses.push({ personId, reason: lossReason(code, { after, is, personId }) })
  }
  return moved
}

const none: ReadonlyMap<PersonId, EligibilityOnDay> = new Map()

/** A closed window does not end eligibility. */
function isEligible(one: EligibilityOnDay | undefined): boolean {
  return one !== undefined && (one.cause === null || one.cause === 'window')
}

function gainReason(
  code: string,
  { before, was, personId }: Change & { was: EligibilityOnDay | undefined; personId: PersonId },
): string {
  if (!before.people.has(personId)) return say.newcomer
  const benefit = before.benefits.get(code)
  if (!benefit) return say.newBenefit
  if (benefit.withdrawn || !was) return say.offeredAgain
  return say.until(unmetConditionOf(benefit.definition, was, before.on))
}

function lossReason(
  code: string,
  { after, is, personId }: { after: Population; is: EligibilityOnDay | undefined; personId: PersonId },
): string {
  if (!after.people.has(personId)) return say.gone
  const benefit = after.benefits.get(code)
  if (!benefit || benefit.withdrawn || !is) return say.withdrawn
  return unmetConditionOf(benefit.definition, is, after.on)
}

function unmetConditionOf(definition: BenefitDefinition, facts: EligibilityOnDay, on: IsoDate): string {
  const conditions = conditionsOf(definition).filter(({ rule }) => rule !== 'open-now')
  const { cause: _cause, status: employmentStatus, ...known } = facts
  const openings = { always: null, afterEvent: false, windows: [] }
  const employee = { ...known, employmentStatus }
  const steps = decideEligibility(conditions, { ...employee, openings, today: on })
  const failing = steps.find(({ met }) => !met)
  switch (failing?.rule) {
    case 'employed':
    case 'holds-already':
    case 'no-childcare-account':
    case 'past-probation':
    case 'in-location':
    case 'on-payroll':
      return say.notMet[failing.rule]
    case 'hours-from':
      return say.notMet[failing.rule](failing.hours)
    case 'age-from':
    case 'age-to':
      return say.notMet[failing.rule](failing.years)
    default:
      throw new Error(`${definition.code}: everything but a window is met`)
  }
}
