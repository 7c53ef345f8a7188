import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { penceFromDigits } from '../../domain/pricing/money.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import { calculateTakeHomeEffect } from '../../domain/tax/take-home-effect.rules.ts'
import { letterFault } from '../../domain/tax/ni-letter.rules.ts'
import { payFactsOn } from '../../domain/tax/pay-facts.rules.ts'
import { reachesStatePensionAgeOn } from '../../domain/tax/state-pension-age.rules.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import { type Day, dayOf, iso } from './independent/days.ts'
import { pounds } from './independent/fractions.ts'
import { contributions, isPossible, letterOn, letters, statePensionDay } from './independent/national-insurance.ts'

const runs = process.env['LONG_TESTS'] ? 100_000 : 500
const minutes = 60_000
const date = (day: Day) => isoDate.parse(iso(day))

/** People of every age, with more of them near 16, 21 and State Pension age on the pay days. */
const born = fc.oneof(
  fc.integer({ min: dayOf(1940, 1, 1), max: dayOf(2015, 12, 31) }),
  fc.integer({ min: dayOf(1960, 2, 1), max: dayOf(1961, 5, 1) }),
  fc.integer({ min: dayOf(2005, 1, 1), max: dayOf(2006, 6, 1) }),
  fc.integer({ min: dayOf(2010, 1, 1), max: dayOf(2011, 6, 1) }),
)
const payDay = fc.integer({ min: dayOf(2026, 4, 6), max: dayOf(2027, 4, 5) })

it(
  'payslips deduct National Insurance by the age on the pay day, like the second implementation',
  { timeout: 20 * minutes },
  () => {
    const salary = fc.bigInt({ min: 0n, max: 160_000_00n })
    fc.assert(
      fc.property(born, payDay, salary, fc.constantFrom(...letters), (birthday, pays, pence, given) => {
        const [dateOfBirth, on] = [date(birthday), date(pays)]
        expect(reachesStatePensionAgeOn(dateOfBirth)).toBe(iso(statePensionDay(birthday)))
        const own = [
          { fact: 'basic-salary' as const, value: String(pence), effectiveFrom: isoDate.parse('2020-01-01') },
        ]
        const facts = payFactsOn({ dateOfBirth, facts: own, payPeriods: 12 }, on)
        const found = calculateTakeHomeEffect({
          tables: taxTables(),
          on,
          before: { facts, changes: [], when: 'before' },
          after: { facts, changes: [], when: 'after' },
        })
        if (found.outcome === 'not-computed') throw new Error(found.sentence)
        const letter = letterOn(birthday, pays)
        expect({
          letter: facts.niCategory,
          employee: penceFromDigits(found.after.nationalInsurance.value),
          employer: penceFromDigits(found.after.employerNationalInsurance.value),
        }).toEqual({ letter, ...contributions(pounds(pence), letter) })
        expect(letterFault(given, { dateOfBirth, on }) === undefined).toBe(isPossible(given, birthday, pays))
      }),
      { numRuns: runs, seed: randomTestSeed('National Insurance by age') },
    )
  },
)
