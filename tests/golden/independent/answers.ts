import type { Answer, Question } from '../lines.ts'
import { iso } from './days.ts'
import { faultOf } from './limits.ts'
import { belowWage, givenUp, givenUpOnADay } from './minimum-wage.ts'
import { mayChoose } from './openings.ts'
import { payDaysOf, payPeriods, taken } from './pay.ts'
import { priceOf } from './price.ts'
import type { Benefit, Folder, Person } from './scheme-folder.ts'

/** What the second implementation answers to a question: price and pay, or why not. */
export function answerOf(
  folder: Folder,
  { email, benefit: code, choice }: Question,
  reads: (cell: string) => void = () => undefined,
): Answer {
  const person = folder.people.find((one) => one.email === email)
  const benefit = folder.benefits.find((one) => one.code === code)
  const payroll = folder.payrolls.find((one) => one.code === person?.payroll)
  if (!person || !benefit || !payroll) throw new Error(`Nobody can be asked about ${email} and ${code}`)

  const held = folder.held.get(`${email} ${code}`)
  const runs = held?.state === 'active'
  const holds = runs || held?.state === 'opted-out' || held?.state === 'ended'
  const choosing = runs ? { from: held.from } : mayChoose(folder, benefit, { person, holds })
  if ('refused' in choosing) return choosing
  const { from } = choosing
  const heldAtStart = runs && held.from <= folder.year.from ? held : undefined
  const fault = runs ? undefined : faultOf(benefit, { choice, person, on: from, heldAtStart })
  if (fault !== undefined) return { refused: fault }

  const payDaysAYear = payroll.monthly ? 12 : 13
  const price = priceOf({ folder, benefit, person, choice: runs ? held : choice, on: from, payDaysAYear, reads })
  if ('refused' in price) return price
  const periods = payPeriods(payroll, folder)
  if (!runs && benefit.requires?.includes('minimum-wage')) {
    const asked = givenUp(price, payDaysAYear)
    const already = givenUpAlready(folder, { person, benefit, payDaysAYear })
    const onADay = givenUpOnADay(price, payDaysAYear, (part) =>
      payDaysOf(folder, part, { periods, from, payDaysAYear }),
    )
    const why =
      asked > 0n ? belowWage(person, { everything: asked + already, onADay: onADay + already, on: from }) : undefined
    if (why !== undefined) return { refused: why }
  }
  return {
    from: iso(from),
    yearly: price.yearly,
    cover: price.cover,
    // What was taken over from before the portal was paid elsewhere up to the first period that is open.
    pay: taken(folder, { found: price.parts, periods, from, payDaysAYear }).map((line) => ({
      ...line,
      pays: iso(line.pays),
    })),
  }
}

/** Of everything else that somebody holds. */
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
      return 'refused' in price ? 0n : givenUp(price, payDaysAYear)
    })
    .reduce((sum, yearly) => sum + yearly, 0n)
}
