import { expect, it } from 'vitest'
import { allowedActionsMessages } from './allowed-actions.messages.ts'
import { type ActionsRequest, allowedActions, type NotAllowed } from './allowed-actions.rules.ts'
import { actionName, type ActionName } from '../../domain/selections/benefits.contract.ts'
import type { BenefitDefinitionInput } from '../../domain/definition/definition.ts'
import * as samples from '../../features/scheme/definition.samples.ts'
import { annualWindow as open, day, today } from '../../features/selections/windows.samples.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'

const next = { ...open, opensOn: day('2027-03-01'), closesOn: day('2027-03-31') }
const after = { ...open, opensOn: day('2027-11-01'), closesOn: day('2027-11-30') }
const person = { employmentStatus: 'active', dateOfBirth: day('1992-03-10'), holds: false, hasStatement: false }
const none = { state: 'none', running: false } as const
const active = { state: 'active', running: true } as const
const pending = { state: 'pending', running: false } as const
const withoutOptions = { ...samples.lifeAssurance, options: [], price: [fixed()], coreChoice: undefined, optOut: true }

function fixed(): BenefitDefinitionInput['price'][number] {
  return {
    code: 'fixed',
    label: 'Fixed',
    paidBy: 'employer',
    price: { method: 'flat', every: 'year', amount: { fixed: 10 } },
  }
}

type Refusal = [
  sentence: keyof typeof allowedActionsMessages,
  reason: string,
  refused?: {
    action?: ActionName
    benefit?: BenefitDefinitionInput
    when?: Partial<Omit<ActionsRequest, 'definition' | 'person'>> & { person?: Partial<ActionsRequest['person']> }
    opensOn?: string
  },
]

/** For each cause of a refusal: the message key, the expected text, and a case (default: setting up dental cover). */
const refusals: Record<NotAllowed['cause'], Refusal[]> = {
  employment: [
    [
      'left',
      'You can see your benefits, but no longer change them, because your employment has ended',
      { when: { person: { employmentStatus: 'left' } } },
    ],
  ],
  window: [
    [
      'notPublished',
      'The benefits of the new year are not published yet. What you have continues, and you can choose once they are published',
      { when: { year: { from: day('2025-10-01'), to: day('2026-09-30') } } },
    ],
    [
      'opensOn',
      'Opens on 1 March 2027',
      { action: 'change-cover', when: { windows: [after, next], selection: active }, opensOn: '2027-03-01' },
    ],
    [
      'nextWindow',
      'You can choose this when the next window opens',
      { benefit: samples.holidayTrading, when: { windows: [] } },
    ],
    [
      'nextWindowOrEvent',
      'You can choose this when the next window opens, or after a life event',
      { when: { windows: [] } },
    ],
    [
      'inNextYear',
      'A choice made now would start on 1 December 2026, after this scheme year ends. You can choose from 1 December 2026, in the next scheme year',
      {
        benefit: samples.payrollGiving,
        when: { year: { from: day('2025-12-01'), to: day('2026-11-30') } },
        opensOn: '2026-12-01',
      },
    ],
    [
      'afterLastDay',
      'Your employment ends on 30 November 2026. A choice made now would start on 1 December 2026, after your last day',
      {
        benefit: { ...samples.cycleToWork, takesEffect: 'next-month', openInProbation: true },
        when: { lastDay: day('2026-11-30'), year: { from: day('2026-04-01'), to: day('2027-03-31') } },
      },
    ],
    [
      'leaveFrom',
      'You can opt out of this from 1 March 2027',
      { action: 'opt-out', when: { windows: [after, next], selection: active }, opensOn: '2027-03-01' },
    ],
    [
      'leaveInWindow',
      'You can opt out of this when the next window opens. Its first day is not set yet',
      { action: 'opt-out', benefit: samples.holidayTrading, when: { windows: [], selection: active } },
    ],
    [
      'leaveInWindowOrEvent',
      'You can opt out of this when the next window opens, or after a life event. The first day of the window is not set yet',
      { action: 'opt-out', when: { windows: [], selection: active } },
    ],
  ],
  eligibility: [
    [
      'excludedBy',
      'You cannot have this together with Travel insurance. Please opt out of Travel insurance first, or withdraw or discard your choice of it',
      { when: { excludedBy: 'Travel insurance' } },
    ],
    [
      'noLongerOffered',
      'Your employer no longer offers this benefit: you can opt out of it, but not choose or change it',
      { action: 'change-cover', when: { withdrawn: true, selection: active } },
    ],
    [
      'existingOnly',
      'This benefit is closed to new members: only people who already hold it can change it',
      { benefit: samples.childcareVouchers },
    ],
    [
      'notRestarted',
      'You had to start vouchers again by your October 2026 pay. After 52 tax weeks without a voucher you are no longer a member of the closed scheme (HMRC manual EIM16230)',
      {
        benefit: samples.childcareVouchers,
        when: { selection: { state: 'opted-out', running: false }, person: { memberUntil: day('2026-11-29') } },
      },
    ],
    [
      'childcareAccount',
      'You gave notice on 2 November 2026 that you want a childcare account, so you cannot have vouchers any more (HMRC manual EIM16230)',
      { benefit: samples.childcareVouchers, when: { person: { holds: true, noticeOn: day('2026-11-02') } } },
    ],
    [
      'ageFrom',
      'This benefit is offered from the age of 18',
      { benefit: { ...samples.dental, ages: { from: 18 } }, when: { person: { dateOfBirth: day('2008-11-22') } } },
    ],
    [
      'ageTo',
      'This benefit is offered until the age of 69',
      { benefit: { ...samples.dental, ages: { to: 69 } }, when: { person: { dateOfBirth: day('1956-11-21') } } },
    ],
    [
      'reliefEnds',
      'Tax relief on contributions to this pension ends on your 75th birthday',
      {
        benefit: {
          ...samples.pension,
          pay: { ...samples.pension.pay, employee: { taxMethod: 'relief-at-source', payCode: 'PEN' } },
        },
        when: { person: { dateOfBirth: day('1951-11-21') } },
      },
    ],
    [
      'nothingToChange',
      'This benefit has no options to change',
      { action: 'change-cover', benefit: withoutOptions, when: { selection: active } },
    ],
    [
      'orderStays',
      'You have ordered this, so it stays in your pay until it is paid for',
      {
        action: 'change-cover',
        benefit: samples.cycleToWork,
        when: { selection: active, paidForOn: null, windows: [open] },
      },
    ],
    [
      'orderStaysUntil',
      'You have ordered this, so it stays in your pay until it is paid for. You can order again, or opt out, from 1 July 2027',
      {
        action: 'opt-out',
        benefit: samples.cycleToWork,
        when: { selection: active, paidForOn: day('2027-06-30') },
        opensOn: '2027-07-01',
      },
    ],
    [
      'inLocation',
      'This benefit is offered to people who work in Leeds, York',
      {
        benefit: { ...samples.dental, offeredTo: { locations: ['Leeds', 'York'] } },
        when: { person: { location: 'Hull' } },
      },
    ],
    [
      'onPayroll',
      'This benefit is not offered to people on your payroll',
      { benefit: { ...samples.dental, offeredTo: { payrolls: ['monthly'] } }, when: { person: { payroll: 'weekly' } } },
    ],
    [
      'hoursFrom',
      'This benefit is offered to people who work 16 hours a week or more',
      { benefit: { ...samples.dental, offeredTo: { hoursFrom: '16' } }, when: { person: { weeklyHours: '15.5' } } },
    ],
    [
      'noOptOut',
      'Your employer provides this benefit for all employees, so you cannot opt out',
      { action: 'opt-out', benefit: samples.lifeAssurance, when: { selection: active } },
    ],
    [
      'noClaim',
      'Please ask the provider of this benefit how to claim',
      {
        action: 'claim',
        benefit: { ...samples.dental, provider: { name: 'Larkspur Mutual' } },
        when: { selection: active },
      },
    ],
  ],
  probation: [
    [
      'afterProbation',
      'Opens on 1 March 2027, when your probation ends',
      { benefit: samples.cycleToWork, when: { person: { probationEndsOn: day('2027-02-28') } }, opensOn: '2027-03-01' },
    ],
    [
      'chooseFrom',
      'Opens on 1 March 2027, when your probation ends. You can choose this from 1 November 2027',
      {
        benefit: { ...samples.dental, openInProbation: false },
        when: { windows: [open, after], person: { probationEndsOn: day('2027-02-28') } },
        opensOn: '2027-03-01',
      },
    ],
  ],
  selection: [
    ['nothingChosen', 'You have not chosen this benefit yet', { action: 'manage' }],
    [
      'alreadyChosen',
      'You have already chosen this benefit. You can change it instead',
      { when: { selection: active } },
    ],
    [
      'notInThisState',
      "Not possible while the selection has the status 'Awaiting approval'",
      {
        action: 'opt-out',
        benefit: { ...samples.dental, approval: 'required' },
        when: { selection: { ...pending, running: true } },
      },
    ],
    [
      'noStatement',
      'There are no statements for this benefit yet',
      { action: 'statement', when: { selection: active } },
    ],
  ],
}

const cases = Object.entries(refusals).flatMap(([cause, all]) =>
  all.map(([sentence, reason, refused = {}]) => ({ sentence, cause, reason, ...refused })),
)

it.each(cases)(
  'an action is refused with the message, cause and date: $sentence [BENEFIT-20]',
  ({ sentence: _sentence, action = 'setup', benefit = samples.dental, when = {}, ...refused }) => {
    const actions = allowedActions({
      definition: benefitDefinition.parse(benefit),
      selection: none,
      windows: [open],
      today,
      ...when,
      person: { ...person, ...when.person },
    })
    expect(actions[action]).toEqual({ allowed: false, ...refused })
  },
)

it('there are exactly six actions that a benefit can allow [BENEFIT-20]', () => {
  expect(actionName.options).toEqual(['setup', 'manage', 'change-cover', 'opt-out', 'claim', 'statement'])
})

it('every refusal of an action has a case in this test', () => {
  expect(new Set(cases.map(({ sentence }) => sentence))).toEqual(new Set(Object.keys(allowedActionsMessages)))
})
