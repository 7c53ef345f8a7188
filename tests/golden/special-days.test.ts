import { expect, it } from 'vitest'
import { isLong } from '../harness/long-tests.ts'
import { iso } from './independent/days.ts'
import { goldenLine } from './golden-lines.ts'
import { answersOfBothImplementations } from './both-implementations.ts'

/** 20 people of the example are enough for every benefit. The long run uses all of them. */
const few = isLong ? {} : { ofExample: 20 }

const special: [string, string, string][] = [
  ['29 February', '2028-02-29T09:00:00Z', '2028-02-29'],
  ['5 April, the last day of a tax year', '2027-04-05T09:00:00Z', '2027-04-05'],
  ['6 April in London, while it is still the 5th in Greenwich', '2027-04-05T23:30:00Z', '2027-04-06'],
]
const further: typeof special = [
  ['the hour that comes twice as the clocks go back', '2026-10-25T01:30:00Z', '2026-10-25'],
  ['31 December', '2026-12-31T23:30:00Z', '2026-12-31'],
  ['the day the clocks go forward', '2027-03-28T00:30:00Z', '2027-03-28'],
  ['the evening after the clocks went forward', '2027-03-28T23:30:00Z', '2027-03-29'],
  ['the night before the clocks go back', '2026-10-24T23:30:00Z', '2026-10-25'],
]

it.each([...special, ...(isLong ? further : [])])(
  'the portal loads the example on %s, and its prices agree with the second implementation',
  async (_, moment, day) => {
    const { folder, independent, product } = await answersOfBothImplementations(moment, { day, ...few })
    expect(iso(folder.today)).toBe(day)
    const expected = independent.map(({ question, answer }) => goldenLine(question, answer))
    const found = product.map(({ question, answer }) => goldenLine(question, answer))
    expect(found.filter((line, at) => line !== expected[at])).toEqual([])
    const pots = product.filter(({ question }) => question.benefit === 'flex-pot').length
    expect(pots).toBeGreaterThan(10)
    const decided = product.filter(({ question }) => question.accepted !== undefined).length
    expect(found).toHaveLength(folder.people.length * 15 + pots + decided)
    const endsYear = day === '2027-04-05'
    expect(found.filter((line) => /\d x\d/.test(line)).length).toBeGreaterThan(endsYear ? 25 : 50)
    // On the scheme year's last day, a choice for the next year is refused. The message has that year's first day.
    const inNextYear = found.filter((line) =>
      line.includes('You can choose from 6 April 2027, in the next scheme year'),
    )
    expect(inNextYear.length > 50).toBe(endsYear)
    expect(endsYear || inNextYear.length === 0).toBe(true)
    expect(found.filter((line) => line.includes('Opens on')).length).toBeGreaterThan(0)
  },
)
