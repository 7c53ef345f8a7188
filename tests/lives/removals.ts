import type { RuleName } from './rules.ts'

/** Code of the portal that enforces a rule, and a simulated life that breaks the rule without it. */
export type Removal = {
  what: string
  file: string
  /** This text must occur exactly once in the file. */
  code: string
  /** This text replaces the code. */
  without: string
  shownBy: { seed: number; life: number; years: number; every: number; enrolling?: boolean; uk?: boolean }
}

export const removals: Record<RuleName, Removal> = {
  charge: {
    what: 'the next pay corrects the charges of locked pay periods',
    file: 'services/payroll/deductions.rules.ts',
    code: 'return period && one.amount !== 0n ? [{ ...one, period }] : []',
    without: 'return []',
    shownBy: { seed: 1, life: 10, years: 1, every: 14 },
  },
  'order-is-priced': {
    what: 'the value of holiday counts its days',
    file: 'domain/pricing/trace-rules.ts',
    code: 'amount(multiply(divide(salary, workingDays), days))',
    without: 'amount(divide(salary, workingDays))',
    shownBy: { seed: 291, life: 0, years: 1, every: 14 },
  },
  'order-adds-up': {
    what: 'deductions made for an order count towards its price',
    file: 'services/payroll/deductions.rules.ts',
    code: 'const before = [...input.taken, ...planned].filter(',
    without: 'const before = planned.filter(',
    shownBy: { seed: 1, life: 10, years: 1, every: 14 },
  },
  'relief-adds-up': {
    what: 'the provider claims tax relief on contributions with relief at source',
    file: 'features/payroll/tax-relief.queries.ts',
    code: 'round(employee_pence * ${rate} / 100)::bigint',
    without: '0::bigint',
    shownBy: { seed: 1618, life: 0, years: 2, every: 14 },
  },
  'cover-of-family': {
    what: 'each family member is covered from their own first day',
    file: 'domain/windows/first-day.rules.ts',
    code: 'const started = choice.people.filter((id) => (starts.get(id) ?? end) <= day)',
    without: 'const started = choice.people',
    shownBy: { seed: 62, life: 10, years: 1, every: 14 },
  },
  'cover-from-first-day': {
    what: 'no choice takes effect before the first day of employment',
    file: 'domain/windows/effective-date.rules.ts',
    code: 'laterOf(laterOf(schemeYear.from, joinedOn ?? schemeYear.from), dayOf())',
    without: 'laterOf(schemeYear.from, dayOf())',
    shownBy: { seed: 2017, life: 2, years: 1, every: 7 },
  },
  'cover-to-last-day': {
    what: 'cover ends with the last day of employment',
    file: 'services/recalculation/leaving.server.ts',
    code: '  if (firstDayAfterLeaving === null || lastDay === null) return steps\n',
    without: '  return steps\n',
    shownBy: { seed: 1, life: 6, years: 1, every: 14 },
  },
  'cover-to-last-age': {
    what: 'insurance ends after its last age',
    file: 'domain/eligibility/lost-condition-outcome.rules.ts',
    code: "if (name === 'age' && (category === 'protection' || category === 'health')) return 'end'",
    without: '',
    shownBy: { seed: 5, life: 1, years: 1, every: 14 },
  },
  'end-is-told': {
    what: 'the history of an end says why',
    file: 'services/recalculation/leaving.server.ts',
    code: "{ action: 'end', day: firstDayAfterLeaving, reason: say.leaving(lastDay) }",
    without: "{ action: 'end', day: firstDayAfterLeaving, reason: '' }",
    shownBy: { seed: 1, life: 6, years: 1, every: 14 },
  },
  'no-silent-end': {
    what: 'a mail says what ends with the scheme year',
    file: 'features/renewal/new-year-mail.server.ts',
    code: 'return [...ofPeople.values()].flatMap(',
    without: 'return [...ofPeople.values()].slice(0, 0).flatMap(',
    shownBy: { seed: 1618, life: 0, years: 2, every: 14 },
  },
  'enrolled-or-reason': {
    what: 'eligible jobholders become members',
    file: 'features/pension-enrolment/enrolment.queries.ts',
    code: '    await writeEnrolments(tx, clientId, { begun, year, today })\n',
    without: '',
    shownBy: { seed: 685, life: 1, years: 1, every: 14, enrolling: true },
  },
  'opt-out-sums-to-zero': {
    what: 'an opt-out within the month ends the membership on its first day',
    file: 'domain/selections/segments.rules.ts',
    code: "  'opt-out-within-month': 'opt-out',\n",
    without: '',
    shownBy: { seed: 685, life: 1, years: 1, every: 14, enrolling: true },
  },
  'postponement-ends': {
    what: 'enrolment is postponed by the months of the folder',
    file: 'domain/eligibility/assessment.rules.ts',
    code: 'course.postponedTo = addMonths(from, rules.postponement)',
    without: 'course.postponedTo = addMonths(from, rules.postponement + 1)',
    shownBy: { seed: 314, life: 1, years: 1, every: 14, uk: true },
  },
  're-enrolled': {
    what: 'eligible jobholders are enrolled again on the re-enrolment date',
    file: 'domain/eligibility/assessment.rules.ts',
    code: 'if (from === course.reEnrolment && (departure || course.handledBefore)) {',
    without: 'if (false) {',
    shownBy: { seed: 211, life: 0, years: 1, every: 14, uk: true },
  },
  'voucher-cap': {
    what: 'relevant earnings decide the cap of vouchers',
    file: 'domain/tax/relevant-earnings.rules.ts',
    code: 'const isBasic = amount <= (basic ?? 0n)',
    without: 'const isBasic = true',
    shownBy: { seed: 3, life: 21, years: 1, every: 21, uk: true },
  },
  'voucher-membership': {
    what: 'membership of the voucher scheme ends with the employment',
    file: 'services/my-benefits/voucher-membership.rules.ts',
    code: "  if (last?.stopped === 'end') return { holds: false }\n",
    without: '',
    shownBy: { seed: 3, life: 12, years: 1, every: 28, uk: true },
  },
  'year-adds-up': {
    what: 'a price of a year is shared by the pay periods that begin in it',
    file: 'domain/pricing/pay-days.rules.ts',
    code: '  return timesInAYear(schemeYear, payPeriods, periodStart)\n',
    without: '  return payPeriods\n',
    shownBy: { seed: 35, life: 0, years: 1, every: 60, uk: true },
  },
  'promise-kept': {
    what: 'the first pay that a response names is one that charges the change',
    file: 'domain/windows/effective-date.rules.ts',
    code: 'periods.find((period) => isOpenPeriod(period, today) && isReached(period))',
    without: 'periods.find((period) => isOpenPeriod(period, today))',
    shownBy: { seed: 1, life: 10, years: 1, every: 14 },
  },
  'promise-kept-next-year': {
    what: 'the next scheme year is priced by its own rates',
    file: 'services/my-benefits/benefit-status.server.ts',
    code: '    ...same,\n    ...next,\n',
    without: '    ...same,\n    ...next,\n    rates: scheme.rates,\n',
    shownBy: { seed: 13, life: 1, years: 2, every: 14 },
  },
  'leaving-is-free': {
    what: 'employees who give up less pay than before may do so below the minimum wage',
    file: 'features/take-home/minimum-wage-guard.server.ts',
    code: '  if (yearlySacrifice(price) === 0n || sacrificesLess({ asked: price, running: selection?.running?.price ?? null }))\n    return undefined\n',
    without: '',
    shownBy: { seed: 103832, life: 0, years: 1, every: 1 },
  },
  'end-is-not-in-the-past': {
    what: "after a life event own changes take effect by the benefit's own rule",
    file: 'domain/windows/first-day.rules.ts',
    code: "const rule = isEvent && opening.takesEffect === 'event-date' ? takesEffect : opening.takesEffect",
    without: 'const rule = opening.takesEffect',
    shownBy: { seed: 3, life: 0, years: 1, every: 14 },
  },
  'own-change-is-not-backdated': {
    what: "after a life event own changes take effect by the benefit's own rule",
    file: 'domain/windows/first-day.rules.ts',
    code: "const rule = isEvent && opening.takesEffect === 'event-date' ? takesEffect : opening.takesEffect",
    without: 'const rule = opening.takesEffect',
    shownBy: { seed: 2, life: 10, years: 1, every: 14 },
  },
  'locked-run-stays': {
    what: 'a download returns the requested report',
    file: 'services/reports/reports.queries.ts',
    code: ".where('id', '=', reportId)",
    without: ".orderBy('created_at', 'desc')",
    shownBy: { seed: 1, life: 10, years: 1, every: 14 },
  },
  'jobs-twice': {
    what: 'employees are reminded once of a window that closes',
    file: 'features/benefit-mails/notices.jobs.ts',
    code: 'about: aboutWindow(reminder.closesOn)',
    without: 'about: aboutWindow(reminder.closesOn) + Math.random()',
    shownBy: { seed: 97, life: 0, years: 1, every: 1 },
  },
  'sign-in-works': {
    what: 'people log in after the last scheme year has ended',
    file: 'services/session/client.queries.ts',
    code: ".on('scheme_year.starts_on', '<=', today)",
    without: ".on('scheme_year.starts_on', '<=', today).on('scheme_year.ends_on', '>=', today)",
    shownBy: { seed: 21, life: 0, years: 2, every: 60 },
  },
}
