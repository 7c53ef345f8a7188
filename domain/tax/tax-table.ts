import { z } from 'zod'
import { isoDate, type IsoDate } from '../../contract/dates.ts'
import { payFrequencyNames } from '../../contract/pay-frequency.ts'
import { positiveDecimal } from '../definition/decimal.ts'
import { taxedAs } from '../definition/price-methods.ts'
import { studentLoan } from '../selections/take-home.contract.ts'

const source = z.string('Please say where the figure comes from').min(10, 'Please say where the figure comes from')

const band = z.strictObject({ from: positiveDecimal, upTo: positiveDecimal.optional(), percent: positiveDecimal })
const namedBand = band.extend({ name: z.string().min(1) })

function followEachOther(
  bands: readonly z.output<typeof band>[],
  refinement: { addIssue: (issue: { code: 'custom'; path: PropertyKey[]; message: string }) => void },
): void {
  for (const [index, { from, upTo }] of bands.entries()) {
    const next = bands[index + 1]
    if (next && upTo !== next.from)
      refinement.addIssue({
        code: 'custom',
        path: [index, 'upTo'],
        message: `Please end this band where the next begins, at ${next.from}`,
      })
    else if (upTo !== undefined && Number(upTo) <= Number(from))
      refinement.addIssue({
        code: 'custom',
        path: [index, 'upTo'],
        message: 'Please end this band above its beginning',
      })
  }
}

const incomeTaxBands = z.array(namedBand).min(1).superRefine(followEachOther)

const categories = z
  .array(
    z.strictObject({
      letters: z.array(z.string().regex(/^[A-Z]$/, 'Please give one capital letter')).min(1),
      bands: z.array(band).superRefine(followEachOther),
    }),
  )
  .superRefine((list, refinement) => {
    const seen = new Set<string>()
    for (const [index, { letters }] of list.entries())
      for (const letter of letters) {
        if (seen.has(letter))
          refinement.addIssue({
            code: 'custom',
            path: [index, 'letters'],
            message: `Category ${letter} is given twice`,
          })
        seen.add(letter)
      }
  })

const datedPercents = z.strictObject({
  source,
  percents: z
    .array(z.strictObject({ from: isoDate, percent: positiveDecimal }))
    .min(1)
    .refine((list) => list.every(({ from }, index) => index === 0 || from > (list[index - 1]?.from ?? '')), {
      message: 'Please give the percentages in the order of their days',
    }),
})

const qualifyingLimits = z.strictObject({
  trigger: positiveDecimal,
  qualifyingFrom: positiveDecimal,
  qualifyingUpTo: positiveDecimal,
})

/** `pensionableFromPercent`: smallest share of all earnings that must be pensionable. */
const certifiedSet = z.strictObject({
  percentInAll: positiveDecimal,
  percentEmployer: positiveDecimal,
  pensionableFromPercent: positiveDecimal.optional(),
})

/** Income tax bands outside Scotland. Other laws also refer to them for Scottish taxpayers. */
export const ukBands = ['basic', 'higher', 'additional'] as const
const byBand = z.strictObject({ basic: positiveDecimal, higher: positiveDecimal, additional: positiveDecimal })

/** Figures of one tax year with their sources. Amounts are pounds a year as digits. All figures are required. */
export const taxTable = z
  .strictObject({
    taxYear: z.string().regex(/^\d{4}-\d{2}$/, 'Please write the tax year as 2026-27'),
    from: isoDate,
    to: isoDate,
    personalAllowance: z.strictObject({ amount: positiveDecimal, taperAbove: positiveDecimal, source }),
    incomeTax: z.strictObject({
      rUK: z.strictObject({
        source,
        bands: incomeTaxBands.refine((bands) => bands.map(({ name }) => name).join() === ukBands.join(), {
          message: `Please give the bands ${ukBands.join(', ')}, in this order`,
        }),
      }),
      Scotland: z.strictObject({ source, bands: incomeTaxBands }),
    }),
    nationalInsurance: z.strictObject({
      employee: z.strictObject({ source, categories }),
      employer: z.strictObject({ source, categories }),
      class1A: z.strictObject({ percent: positiveDecimal, source }),
    }),
    /** Benefits in kind taxed at a percentage of their value. If a kind is missing here, pay with it cannot be calculated. */
    benefitsInKind: z.partialRecord(taxedAs, datedPercents).default({}),
    studentLoans: z.strictObject({
      source,
      plans: z.record(studentLoan, z.strictObject({ above: positiveDecimal, percent: positiveDecimal })),
    }),
    /** The minimum wage has a separate start date, because its rates change on 1 April, before the tax year. */
    minimumWage: z.strictObject({
      from: isoDate,
      source,
      weeksAYear: positiveDecimal,
      apprentice: positiveDecimal,
      byAge: z.array(z.strictObject({ from: z.int(), hourly: positiveDecimal })).min(1),
    }),
    autoEnrolment: z.strictObject({
      source,
      trigger: positiveDecimal,
      qualifyingFrom: positiveDecimal,
      qualifyingUpTo: positiveDecimal,
      percentInAll: positiveDecimal,
      percentEmployer: positiveDecimal,
      /** Pounds for each pay period: rounded figures as published, not calculated from the yearly figure. */
      payPeriods: z.record(z.enum(payFrequencyNames), qualifyingLimits),
      /** Minimum contributions of schemes that certify by pensionable pay instead of qualifying earnings. */
      certifiedSets: z.strictObject({ 'set-1': certifiedSet, 'set-2': certifiedSet, 'set-3': certifiedSet }),
    }),
    /** If threshold income is above `thresholdIncome`, the allowance falls by £1 for each £2 of income above `adjustedIncome`. */
    pensionAnnualAllowance: z.strictObject({
      amount: positiveDecimal,
      thresholdIncome: positiveDecimal,
      adjustedIncome: positiveDecimal,
      least: positiveDecimal,
      moneyPurchase: positiveDecimal,
      source,
    }),
    /** From this day, sacrificed pension above the limit counts as pay for National Insurance. */
    sacrificedPension: z.strictObject({ from: isoDate, limit: positiveDecimal, source }),
    childcareVouchers: z.strictObject({
      source,
      weekly: byBand,
      monthly: byBand,
      noAllowanceFrom: positiveDecimal,
    }),
    insurancePremiumTax: z.strictObject({ percent: positiveDecimal, source }),
    announced: z.array(z.strictObject({ from: isoDate, text: z.string().min(1), source })),
  })
  .superRefine(({ taxYear, from, to }, refinement) => {
    const [begins, ends] = daysOf(taxYear)
    if (from !== begins)
      refinement.addIssue({ code: 'custom', path: ['from'], message: `The tax year ${taxYear} begins on ${begins}` })
    if (to !== ends)
      refinement.addIssue({ code: 'custom', path: ['to'], message: `The tax year ${taxYear} ends on ${ends}` })
  })
/** `carriedOn`: the table's year has ended, and the next year's figures are not known. */
export type TaxTable = z.output<typeof taxTable> & { carriedOn?: true }
export type Band = z.output<typeof band>

function daysOf(taxYear: string): [IsoDate, IsoDate] {
  const year = Number(taxYear.slice(0, 4))
  return [isoDate.parse(`${year}-04-06`), isoDate.parse(`${year + 1}-04-05`)]
}
