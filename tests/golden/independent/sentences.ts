import { type Day, shownDate, taxYearOf } from './days.ts'
import { fraction, type Fraction, pounds, toPence } from './fractions.ts'

type Earnings = {
  salary: Fraction
  other: bigint
  benefits: bigint
  pension: bigint
  sacrificed: bigint
  giving: bigint
  /** The first day of employment, if it is within the tax year. */
  joined: Day | undefined
  estimated: Day
  band: string
  paid: Fraction
  asYear: Fraction
  taken: { pension: Fraction; giving: Fraction }
  allowance: number
  earnings: Fraction
}

type BelowWage = { left: string; hours: string; floor: string; from: Day | undefined }

function fromDay(from: Day | undefined): string {
  return from === undefined ? '' : ` from ${shownDate(from)}`
}

function inPounds(amount: Fraction): string {
  const digits = String(toPence(amount)).padStart(3, '0')
  return `£${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`
}

/** Messages of the portal, repeated from the requirements, so that a changed word fails a test. */
export const sentences = {
  left: 'You can see your benefits, but no longer change them, because your employment has ended',
  membersOnly: 'This benefit is closed to new members: only people who already hold it can change it',
  notRestarted: (month: string) =>
    `You had to start vouchers again by your ${month} pay. After 52 tax weeks without a voucher you are no longer a member of the closed scheme (HMRC manual EIM16230)`,
  tooYoung: (from: number) => `This benefit is offered from the age of ${from}`,
  tooOld: (to: number) => `This benefit is offered until the age of ${to}`,
  probation: (day: string) => `Opens on ${day}, when your probation ends`,
  chooseFrom: (day: string) => `You can choose this from ${day}`,
  opens: (day: string) => `Opens on ${day}`,
  nextYear: (counts: string, from: string) =>
    `A choice made now would start on ${counts}, after this scheme year ends. You can choose from ${from}, in the next scheme year`,
  nextWindow: 'You can choose this when the next window opens',
  nextWindowOrEvent: 'You can choose this when the next window opens, or after a life event',

  between: (min: string, max: string) => `Please enter a value between ${min} and ${max}`,
  because: (limit: string, why: string) => `${limit}. ${why}`,
  relevant: ({ salary, other, benefits, pension, sacrificed, giving, joined, estimated, band, ...sum }: Earnings) => {
    const aYear = [
      `salary ${inPounds(salary)}`,
      ...(other > 0n ? [`plus other contractual pay ${inPounds(pounds(other))}`] : []),
      ...(benefits > 0n ? [`plus taxable benefits ${inPounds(pounds(benefits))}`] : []),
    ]
    const less = (name: string, amount: Fraction) => (toPence(amount) > 0n ? [`less ${name} ${inPounds(amount)}`] : [])
    const deducted = [
      ...less('pension', joined === undefined ? pounds(pension) : sum.taken.pension),
      ...less('payroll giving', joined === undefined ? pounds(giving) : sum.taken.giving),
      ...less('personal allowance', fraction(sum.allowance)),
    ]
    const { to } = taxYearOf(estimated)
    const inYear =
      joined === undefined
        ? []
        : [
            ...less('pension', pounds(sacrificed)),
            `which is ${inPounds(sum.paid)} from your first day until ${shownDate(to)}, multiplied by 365 and divided by ${to - joined + 1} days: ${inPounds(sum.asYear)}`,
          ]
    const limit = inPounds(fraction(band === 'additional' ? 125_140 : 37_700))
    return [
      `Your limit depends on your relevant earnings: ${[...aYear, ...inYear, ...deducted].join(', ')}, in total ${inPounds(sum.earnings)}`,
      band === 'basic'
        ? `This is within the basic rate of tax, up to ${limit}`
        : `This is above ${limit}, in the ${band} rate of tax`,
      `These earnings were estimated for ${shownDate(estimated)} and are fixed until the next 6 April (HMRC manual EIM16054)`,
    ].join('. ')
  },
  wholeDays: 'Please enter whole days',
  steps: (step: string, min: string) => `Please enter a value in steps of ${step}, starting from ${min}`,
  rise: (max: string) =>
    `You can choose up to ${max} this scheme year. You can increase it further when the annual window opens again`,
  noPartner: 'This benefit does not cover a partner. Please remove your partner',
  noChildren: 'This benefit does not cover children or other dependants. Please remove them',
  grown: (age: number, studying: number, disabledStay: boolean) => {
    const student = studying === 0 ? '' : `, or ${studying} while they are in full time education`
    const disabled = disabledStay
      ? ', or longer if they are registered disabled and we have accepted a document that shows it'
      : ''
    return `This benefit covers dependants until they are ${age}${student}${disabled}. Please remove anyone older`
  },
  holidayKept: (days: string) =>
    `You must keep ${days} days of holiday a year, which the law guarantees. Please sell fewer days`,

  belowWage: ({ left, hours, floor, from }: BelowWage) =>
    `This would leave you ${left} a year${fromDay(from)} after everything you give up for benefits. The minimum wage for your age and ${hours} hours a week is ${floor} a year. Please choose less`,
  belowWageOnADay: ({ left, hours, floor, from }: BelowWage) =>
    `On the pay days with this deduction, you would be paid at a rate of ${left} a year${fromDay(from)} after everything you give up for benefits. The minimum wage for your age and ${hours} hours a week is ${floor} a year, and it applies on every pay day. Please choose less`,

  noCoverAtAge: (age: number) => `This cover is not offered at the age of ${age}`,
} as const
