import { describe, expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { type ActionsRequest, allowedActions, mayChoose } from './allowed-actions.rules.ts'
import type { BenefitDefinitionInput } from '../../domain/definition/definition.ts'
import * as samples from '../../features/scheme/definition.samples.ts'
import { annualWindow as annual, day, today } from '../../features/selections/windows.samples.ts'
import { openingsNow, openingsOf, type PersonWindow } from '../../domain/windows/windows.rules.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'

const person: ActionsRequest['person'] = {
  employmentStatus: 'active',
  dateOfBirth: day('1992-03-10'),
  holds: false,
  hasStatement: false,
}
const none = { state: 'none', running: false } as const
const active = { state: 'active', running: true } as const

function actions(definition: BenefitDefinitionInput, more: Partial<ActionsRequest> = {}) {
  return allowedActions({
    definition: benefitDefinition.parse(definition),
    selection: none,
    person,
    windows: [annual],
    today,
    ...more,
  })
}
const offered = (...args: Parameters<typeof actions>) =>
  Object.entries(actions(...args))
    .filter(([, action]) => action.allowed)
    .map(([name]) => name)

describe('allowed actions', () => {
  it('are setting up the benefit before a choice, and managing it after a choice', () => {
    expect(offered(samples.dental)).toEqual(['setup'])
    expect(offered(samples.dental, { selection: active })).toEqual(['manage', 'change-cover', 'opt-out'])
    expect(offered(samples.holidayTrading, { selection: { state: 'pending', running: false } })).toEqual([
      'manage',
      'change-cover',
    ])
    expect(offered(samples.dental, { selection: { state: 'opted-out', running: false } })).toEqual(['setup'])
  })

  it('include claims and statements if the benefit has these', () => {
    const claimable = { ...samples.dental, provider: { name: 'Larkspur Mutual', claim: { phone: '01632 960123' } } }
    expect(offered(claimable, { selection: active, person: { ...person, hasStatement: true } })).toEqual([
      'manage',
      'change-cover',
      'opt-out',
      'claim',
      'statement',
    ])
  })

  it('are only statements for leavers', () => {
    for (const employmentStatus of ['left', 'inactive']) {
      const leaver = { ...person, employmentStatus, hasStatement: true }
      expect(offered(samples.pension, { selection: active, person: leaver })).toEqual(['statement'])
      expect(actions(samples.pension, { selection: active, person: leaver })['opt-out']).toMatchObject({
        cause: 'employment',
      })
    }
  })
})

describe('probation', () => {
  const probationer = { ...person, probationEndsOn: day('2027-02-28') }
  it('ends after its last day', () => {
    expect(offered(samples.cycleToWork, { person: probationer, today: day('2027-02-28') })).toEqual([])
    expect(offered(samples.cycleToWork, { person: probationer, today: day('2027-03-01') })).toEqual(['setup'])
    expect(
      actions(samples.cycleToWork, { person: { ...person, probationEndsOn: day('2028-02-28') } }).setup,
    ).toMatchObject({ opensOn: '2028-02-29' })
  })

  it('leads to a message that also shows the next window, if no window is open on the day after it', () => {
    const held: Parameters<typeof actions>[0] = { ...samples.dental, openInProbation: false }
    const reason = (windows: PersonWindow[]) => {
      const { setup } = actions(held, { person: probationer, windows })
      return setup.allowed ? null : setup.reason
    }
    const inSpring = { ...annual, opensOn: day('2027-03-15'), closesOn: day('2027-03-31') }
    const onTheDay = { ...inSpring, opensOn: day('2027-03-01') }
    const opens = 'Opens on 1 March 2027, when your probation ends'
    expect(reason([annual, onTheDay])).toBe(opens)
    expect(reason([annual, inSpring])).toBe(`${opens}. You can choose this from 15 March 2027`)
    expect(reason([annual])).toBe(`${opens}. You can choose this when the next window opens, or after a life event`)
    expect(actions({ ...held, changeIn: ['annual'] }, { person: probationer }).setup).toMatchObject({
      reason: `${opens}. You can choose this when the next window opens`,
    })
  })

  it('does not close benefits that can be chosen during probation', () =>
    expect(offered(samples.dental, { person: probationer })).toEqual(['setup']))
})

describe('end of a scheme year', () => {
  const ending = (to: string, windows: PersonWindow[] = [annual]) =>
    mayChoose({
      definition: benefitDefinition.parse(samples.dental),
      person,
      windows,
      year: { from: day('2025-12-02'), to: day(to) },
      today,
    })

  it('allows choices that take effect on its last day, and refuses choices that would take effect a day later', () => {
    // A choice on 21 November takes effect on 1 December.
    expect(ending('2026-12-01')).toEqual({ allowed: true, closesOn: '2026-12-05' })
    expect(ending('2026-11-30')).toEqual({
      allowed: false,
      cause: 'window',
      reason:
        'A choice made now would start on 1 December 2026, after this scheme year ends. You can choose from 1 December 2026, in the next scheme year',
      opensOn: '2026-12-01',
    })
  })

  it('depends on the open window, or on the benefit if it can always be chosen', () => {
    expect(ending('2026-11-30', [{ ...annual, takesEffect: 'same-day' }]).allowed).toBe(true)
    const event = { ...annual, cause: 'life-event' as const, takesEffect: 'event-date' as const }
    expect(ending('2026-11-30', [{ ...event, eventDate: day('2026-11-12') }]).allowed).toBe(true)
    expect(ending('2026-11-30', [{ ...event, eventDate: day('2026-12-02') }])).toMatchObject({ opensOn: '2026-12-01' })
    const always = (takesEffect: 'same-day' | 'next-month') =>
      mayChoose({
        definition: benefitDefinition.parse({ ...samples.payrollGiving, changeIn: ['any-month'], takesEffect }),
        person,
        windows: [],
        year: { from: day('2025-12-01'), to: day('2026-11-30') },
        today,
      }).allowed
    expect([always('same-day'), always('next-month')]).toEqual([true, false])
  })

  it('closes no benefit before the last month', () => {
    expect(mayChoose({ ...endsIn(day('2026-11-30')), today: day('2026-10-31') }).allowed).toBe(true)
    expect(mayChoose({ ...endsIn(day('2026-11-30')), today: day('2026-11-01') }).allowed).toBe(false)
  })
})

function endsIn(to: IsoDate): Omit<ActionsRequest, 'selection' | 'today'> {
  return {
    definition: benefitDefinition.parse({ ...samples.payrollGiving, changeIn: ['any-month'] }),
    person,
    windows: [],
    year: { from: day('2025-12-01'), to },
  }
}

describe('windows', () => {
  it('are not needed for benefits that can always be chosen', () => {
    expect(offered(samples.pension, { windows: [] })).toEqual(['setup'])
    const bicycle = benefitDefinition.parse(samples.cycleToWork)
    expect(openingsNow(openingsOf(bicycle, []), bicycle.takesEffect, today)).toEqual([
      { cause: 'any-time', takesEffect: 'same-day' },
    ])
  })
})
