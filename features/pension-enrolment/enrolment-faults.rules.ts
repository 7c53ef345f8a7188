import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { type DefinitionFault, valueFault } from '../../domain/selections/option-checks.rules.ts'

/** No condition of a pension with automatic enrolment may keep a jobholder out. */
export function* enrolmentFaults({
  category,
  autoEnrolment: rules,
  coreChoice,
  optOut,
  approval,
  openInProbation,
  ages,
  offeredTo,
  requires,
  changeIn,
  options,
}: BenefitDefinition): Generator<DefinitionFault> {
  if (!rules) return
  const path = ['autoEnrolment']
  if (category !== 'pension') yield { path, message: 'Only a pension enrols automatically' }
  if (!coreChoice)
    yield { path: ['coreChoice'], message: 'Automatic enrolment needs a coreChoice: what people are enrolled with' }
  if (!optOut)
    yield {
      path: ['optOut'],
      message: 'People who are enrolled automatically may opt out (Pensions Act 2008, section 8)',
    }
  if (approval !== 'automatic')
    yield {
      path: ['approval'],
      message: 'Enrolment and opting in need no approval (Pensions Act 2008, sections 3 and 7)',
    }
  if (!openInProbation)
    yield {
      path: ['openInProbation'],
      message: 'Probation does not put off enrolment. Use postponement, at most three months',
    }
  if (ages && ((ages.from ?? 0) > 16 || (ages.to ?? 99) < 74))
    yield { path: ['ages'], message: 'People from 16 to 74 may join a pension that enrols automatically' }
  if (offeredTo) yield { path: ['offeredTo'], message: 'A pension that enrols automatically is offered to everybody' }
  if (requires.includes('existing-holding'))
    yield { path: ['requires'], message: 'A pension that enrols automatically is not closed to new members' }
  if (!changeIn.includes('any-month') && !changeIn.includes('any-time'))
    yield {
      path: ['changeIn'],
      message: 'People may opt in at any time (Pensions Act 2008, section 7): any-month or any-time',
    }
  if (rules.optOutNotice === 'scheme' && rules.optOutLink === undefined)
    yield {
      path: [...path, 'optOutLink'],
      message: 'Please give the address where the scheme issues its opt-out notice',
    }
  for (const [name, values] of Object.entries(rules.belowMinimum ?? {}))
    for (const [index, value] of values.entries()) {
      const message = valueFault(options, name, value)
      if (message !== undefined) yield { path: [...path, 'belowMinimum', name, index], message }
    }
}
