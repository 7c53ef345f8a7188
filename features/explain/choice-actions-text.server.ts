import { showDate } from '../../contract/dates.ts'
import { paragraph, textTable } from '../../platform/text-table.ts'
import { actionName } from '../../domain/selections/benefits.contract.ts'
import type { DecisionStep } from '../../domain/eligibility/eligibility.rules.ts'
import { isVoucherScheme } from '../../domain/tax/tax-band.rules.ts'
import { lastVoucherMonth } from '../../services/my-benefits/voucher-membership.rules.ts'
import { ageOn } from '../../domain/pricing/age.ts'
import type { BenefitStatus } from '../../services/my-benefits/benefit-status.server.ts'
import type { Openings } from '../../domain/windows/windows.rules.ts'
import { explainMessages as say } from './explain.messages.ts'

export function choiceActionsText(benefitStatus: BenefitStatus): string {
  const { scheme, benefit, facts, choosing, decision, actions, effectiveFrom } = benefitStatus
  const counts = choosing.allowed ? say.counts : say.countsIfOpen
  const offered = actionName.options.map((name) => {
    const action = actions[name]
    return [word(action.allowed), say.action[name], action.allowed ? '' : action.reason]
  })
  return [
    say.choosing(showDate(scheme.today)),
    paragraph(`${answer(choosing)} ${counts(showDate(effectiveFrom))}`),
    textTable(
      decision.map((step) => [word(step.met), say.rules[step.rule], factsOf(step)]),
      [{}, {}, {}],
    ),
    ...(isVoucherScheme(benefit.definition) && facts.taxBandBecause ? [paragraph(facts.taxBandBecause)] : []),
    paragraph(say.actions),
    textTable(offered, [{}, {}, {}]),
  ].join('\n')
}

function answer(choosing: BenefitStatus['choosing']): string {
  if (!choosing.allowed) return say.mayNot(choosing.reason)
  return choosing.closesOn === undefined ? say.mayAlways : say.mayUntil(showDate(choosing.closesOn))
}

function word(is: boolean): string {
  return is ? say.yes : say.no
}

function factsOf(step: DecisionStep): string {
  switch (step.rule) {
    case 'employed':
      return say.employment(step.employmentStatus)
    case 'year-published':
      return say.yearPublished(showDate(step.yearEnds))
    case 'still-offered':
      return say.withdrawn
    case 'holds-already':
      return step.memberUntil ? say.memberUntil(lastVoucherMonth(step.memberUntil)) : say.holds(step.holds)
    case 'no-childcare-account':
      return say.childcareNotice(step.noticeOn && showDate(step.noticeOn))
    case 'age-from':
      return say.ageFrom(step.years, ageOn(step.dateOfBirth, step.today))
    case 'age-to':
      return say.ageTo(step.years, ageOn(step.dateOfBirth, step.today))
    case 'past-probation':
      return say.probation(step.probationEndsOn && showDate(step.probationEndsOn))
    case 'in-location':
      return say.location(step.locations.join(', '), step.location)
    case 'on-payroll':
      return say.payroll(step.payrolls.join(', '), step.payroll)
    case 'hours-from':
      return say.hours(step.hours, step.weeklyHours)
    case 'open-now':
      return openingsIn(step.openings)
    case 'counts-in-year':
      return say.countsInYear(showDate(step.countsFrom), showDate(step.yearEnds))
    case 'starts-in-employment':
      return say.startsInEmployment(showDate(step.countsFrom), showDate(step.lastDay))
  }
}

function openingsIn({ always, windows }: Openings): string {
  const all = [
    ...(always === null ? [] : [say.always]),
    ...windows.map(({ cause, opensOn, closesOn }) =>
      say.window(say.causes[cause], showDate(opensOn), showDate(closesOn)),
    ),
  ]
  return all.length === 0 ? say.noWindow : all.join('; ')
}
