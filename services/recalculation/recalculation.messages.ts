import { showDate } from '../../contract/dates.ts'
import { showPounds } from '../../contract/money.ts'

export const factLabels: Readonly<Record<string, string>> = {
  'basic-salary': 'Basic salary',
  'benefit-salary': 'Benefit salary',
  'pensionable-salary': 'Pensionable salary',
  'hours-per-week': 'Hours per week',
  'full-time-equivalent': 'Full-time equivalent',
  payroll: 'Payroll',
  'tax-country': 'Tax country',
}

export const recalculationMessages = {
  fact: (fact: string, value: string | null) => {
    const name = factLabels[fact] ?? fact
    if (value === null) return `${name} not known`
    return fact.endsWith('-salary') ? `${name} ${showPounds(Number(value) / 100)}` : `${name} ${value}`
  },
  from: (changes: string, day: string) => `${changes} from ${showDate(day)}`,
  rates: 'New rates',
  pot: (name: string) => `Changed payments from the ${name}`,
  allowanceRules: (name: string, day: string) => `New rules of the ${name} from ${showDate(day)}`,
  byDate: (day: string) => `Employment details and rates on ${showDate(day)}`,
  /** Names nobody, because payroll and employers also read this reason (S-53). */
  fewerCovered: (day: string) => `Fewer family members are covered from ${showDate(day)}`,
  bornOtherwise: 'The date of birth was corrected',
  leaving: (lastDay: string) => `Employment ends on ${showDate(lastDay)}`,
  lapsed: (lastDay: string) => `Withdrawn because employment ends on ${showDate(lastDay)}`,
  staying: 'The last day of employment was removed',
  rejoined: (day: string) => `Employed again from ${showDate(day)}`,
  leavingLater: (lastDay: string) => `The last day of employment is now ${showDate(lastDay)}`,
  potOf: (name: string) => `${name} for all employees of this group`,
  startMoved: (day: string) => `The first day of employment is now ${showDate(day)}`,
  core: 'Cover for all employees from the first day',
}
