import type { Answer, Question } from '../golden-lines.ts'
import { calendar, type Day, dayOf, iso } from './days.ts'
import { faultOf } from './limits.ts'
import { belowMinimumWage, sacrificedYearly, sacrificedOnAPayDay } from './minimum-wage.ts'
import { mayChoose } from './eligibility.ts'
import { payDaysOf, payPeriods, periodsThatBegin, type Deduction, deductionsFor } from './pay.ts'
import { unusedAllowanceParts, allowanceLeft, allowanceBegins } from './flex-allowances.ts'
import { type Price, priceOf } from './price.ts'
import { relevantEarnings } from './relevant-earnings.ts'
import { nextIncreaseOf } from './yearly-increases.ts'
import type { Benefit, Folder, Person, FlexAllowance } from './scheme-folder.ts'

export function answerOf(
  folder: Folder,
  { email, benefit: code, choice, accepted }: Question,
  reads: (cell: string) => void = () => undefined,
): Answer {
  const person = folder.people.find((one) => one.email === email)
  const pot = folder.pots.find((one) => one.code === code)
  if (pot && person) return answerOfPot(folder, { pot, person })
  const benefit = folder.benefits.find((one) => one.code === code)
  const payroll = folder.payrolls.find((one) => one.code === person?.payroll)
  if (!person || !benefit || !payroll) throw new Error(`Nobody can be asked about ${email} and ${code}`)

  const held = folder.held.get(`${email} ${code}`)
  const runs = held?.state === 'active'
  const holds = runs || held?.state === 'opted-out' || held?.state === 'ended'
  const choosing = runs
    ? { from: held.from }
    : mayChoose(folder, benefit, { person, holds, stopped: holds ? held?.from : undefined })
  if ('refused' in choosing) return choosing
  const { from } = choosing
  const heldAtStart = runs && held.from <= folder.year.from ? held : undefined
  const payDaysAYear = payroll.monthly ? 12 : 13
  const payDays = periodsThatBegin(folder.year, payDaysAYear, payroll.firstPayDay - 27)
  const relevant = benefit.options.some(({ maxByTaxBand }) => maxByTaxBand)
    ? relevantEarnings(folder, { person, benefit, payDaysAYear, on: from })
    : undefined
  const fault = runs ? undefined : faultOf(benefit, { choice, person, on: from, heldAtStart, relevant })
  if (fault !== undefined) return { refused: fault }

  const paysIt = folder.pots.find(({ benefits }) => benefits.includes(code))
  const potLeft = paysIt && allowanceLeft(folder, { pot: paysIt, benefit, person, payDaysAYear })
  const question = {
    folder,
    benefit,
    person,
    choice: runs ? held : choice,
    on: from,
    payDaysAYear,
    payDays,
    reads,
    accepted,
  }
  const price = priceOf({ ...question, potLeft })
  if ('refused' in price) return price
  const periods = payPeriods(payroll, folder)
  const rise = nextIncreaseOf(folder, { benefit, choice: runs ? held : choice, person, from, heldAtStart })
  if (!runs && benefit.requires?.includes('minimum-wage')) {
    const asked = sacrificedYearly(price, payDaysAYear)
    const already = givenUpAlready(folder, { person, benefit, payDaysAYear })
    const onADay = sacrificedOnAPayDay(price, payDaysAYear, (part) => payDaysOf(folder, part, { periods, from }))
    const why =
      asked > 0n
        ? belowMinimumWage(person, {
            everything: asked + already,
            onADay: onADay + already,
            on: from,
            upTo: folder.year.to,
          })
        : undefined
    if (why !== undefined) return { refused: why }
  }
  // For selections that began before the client joined the portal, another system made the earlier deductions.
  const until = endsFrom(benefit, person)
  const takenFrom = (day: Day, { parts }: Price) => deductionsFor(folder, { found: parts, periods, from: day, until })
  const alone = priceOf(question)
  // The flex allowance pays for existing selections from the allowance's first day.
  const byPot = runs && !('refused' in alone) && alone.yearly.employee !== price.yearly.employee
  const begins = byPot && from < allowanceBegins(folder) ? allowanceBegins(folder) : from
  const before = byPot ? takenFrom(from, alone).filter(({ starts }) => starts < begins) : []
  return {
    from: iso(begins),
    yearly: price.yearly,
    cover: price.cover,
    waits: !runs && price.waits,
    rises: rise && { on: iso(rise.on), to: stepTo(rise) },
    pay: [...before, ...takenFrom(begins, price)].map(asLine),
  }

  function stepTo({ on, choice: higher }: NonNullable<typeof rise>) {
    const then = priceOf({ ...question, choice: higher, on, potLeft })
    if ('refused' in then) return undefined
    const everything = sacrificedYearly(then, payDaysAYear) + givenUpAlready(folder, { ...question, payDaysAYear })
    const guarded = benefit?.requires?.includes('minimum-wage') ?? false
    if (
      guarded &&
      sacrificedYearly(then, payDaysAYear) > 0n &&
      belowMinimumWage(question.person, { everything, onADay: everything, on, upTo: folder.year.to })
    )
      return undefined
    return { values: higher.values, yearly: then.yearly }
  }
}

/** Insurance up to an age ends on the day before the next birthday. That day's period is charged in full. */
function endsFrom({ category, ages }: Benefit, { born }: Person): Day | undefined {
  if (ages?.to === undefined || (category !== 'protection' && category !== 'health')) return undefined
  const { year, month, date } = calendar(born)
  // A person born on 29 February has the birthday on 1 March.
  return dayOf(year + ages.to + 1, month, 1) + date - 1
}

function asLine({ starts: _starts, ...line }: Deduction) {
  return { ...line, pays: iso(line.pays) }
}

function answerOfPot(folder: Folder, { pot, person }: { pot: FlexAllowance; person: Person }): Answer {
  const payroll = folder.payrolls.find((one) => one.code === person.payroll)
  const payDaysAYear = payroll?.monthly ? 12 : 13
  const payDays = payroll ? periodsThatBegin(folder.year, payDaysAYear, payroll.firstPayDay - 27) : payDaysAYear
  const left = allowanceLeft(folder, { pot, person, payDaysAYear })
  if (!payroll || left === undefined) throw new Error(`${person.email} has no pot`)
  const [from, periods] = [allowanceBegins(folder), payPeriods(payroll, folder)]
  return {
    from: iso(from),
    yearly: { employee: -left, employer: 0n },
    cover: undefined,
    waits: false,
    rises: undefined,
    pay: deductionsFor(folder, { found: unusedAllowanceParts(pot, left, payDays), periods, from }).map(asLine),
  }
}

function givenUpAlready(
  folder: Folder,
  { person, benefit, payDaysAYear }: { person: Person; benefit: Benefit; payDaysAYear: number },
): bigint {
  const others = folder.benefits.filter(({ code }) => code !== benefit.code)
  return others
    .map((other) => {
      const held = folder.held.get(`${person.email} ${other.code}`)
      if (held?.state !== 'active') return 0n
      const price = priceOf({
        folder,
        benefit: other,
        person,
        choice: held,
        on: held.from,
        payDaysAYear,
        reads: () => undefined,
      })
      return 'refused' in price ? 0n : sacrificedYearly(price, payDaysAYear)
    })
    .reduce((sum, yearly) => sum + yearly, 0n)
}
