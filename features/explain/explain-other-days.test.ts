import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { textWidth } from '../../platform/text-table.ts'
import { changeFacts } from '../../tests/harness/world-actions.ts'
import { employee } from '../../tests/harness/employee.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { explainToOperator } from './operator-commands.server.ts'
import { explanationText } from './explanation-text.server.ts'

const email = 'amelia.hart@demo.example'
const day = (date: string) => isoDate.parse(date)

/** Amelia's pension is 6 %, from 10 December 8 %. On 20 January her salary from 1 December changes to £48,000. */
const world = await startWorld()
await world.database.moveTo('2026-12-10T09:00:00Z')
const amelia = await employee(world, 'amelia.hart')
await amelia.choose('pension', { contribution: 8 })
await amelia.choose('cycle-to-work', { value: 1200 })
await world.database.moveTo('2027-01-20T09:00:00Z')
await changeFacts(world, 'amelia.hart', { 'pensionable-salary': '4800000' }, '2026-12-01')

async function told(on: string, code = 'pension'): Promise<string> {
  const asked = { email, code, on: day(on) }
  const answer = await explainToOperator(world.database.db, asked)
  expect(answer.step).toBe('explained')
  const text = explanationText(answer, asked)
  expect(text.split('\n').filter((line) => line.length > textWidth)).toEqual([])
  return text
}

describe('explanation of a benefit on another day', () => {
  it('for a past day, shows what applies to that day now, and which version and facts were known then', async () => {
    const text = await told('2026-12-15')
    expect(text).toContain('SELECTIONS AS OF 15 December 2026')
    const flat = text.replace(/\s+/g, ' ')
    expect(flat).toContain(
      'Active at the end of that day. According to today’s records, version 3 applies on that day.',
    )
    expect(flat).toContain(
      'Versions 1 to 2 were recorded by the end of that day. According to those records, version 1 applied.',
    )
    expect(text).toMatch(/Pensionable salary per year +£48,000\.00 +since 1 December 2026/)
    expect(text).toMatch(
      /the records showed different facts:\n +Pensionable salary per year +£45,000\.00 +since 4 March 2019\n/,
    )
    const [, agreed = '', then = ''] = text.split(/THE PRICE (?:AGREED IN|OF) VERSION \d/)
    expect(text).toContain('THE PRICE AGREED IN VERSION 3, STEP BY STEP')
    expect(agreed).toMatch(/Employee +£240\.00 +£240\.00 +£2,880\.00/)
    expect(text).toContain('THE PRICE OF VERSION 1, ACCORDING TO THE RECORDS OF THAT DAY, STEP BY STEP')
    expect(then).toMatch(/Employee +£225\.00 +£225\.00 +£2,700\.00/)
    expect(agreed).toContain('A choice made on that day has the price agreed in version 3, shown step by step above.')
    expect(then).not.toContain('step by step above')
  })

  it('shows the price of a choice made on that day, and marks its pay period in the current deductions', async () => {
    const text = await told('2026-12-15')
    expect(text).toMatch(/Your contribution +6%/)
    expect(text).toContain('A choice made on that day has the price agreed in version 3, shown step by step above.')
    expect(text).toContain('DEDUCTIONS BY PAY PERIOD, AS THEY ARE NOW')
    expect(text.split('\n').filter((line) => line.includes('that day') && /^ +\w+ 202\d/.test(line))).toEqual([
      expect.stringMatching(/December 2026 .* PENER +1 .* that day$/),
      expect.stringMatching(/December 2026 .* PENSS +1 .* that day$/),
    ])
  })

  it('for a future day, shows what will apply according to the data of today', async () => {
    const text = await told('2027-03-01')
    expect(text).toContain('SELECTIONS AS OF 1 March 2027')
    expect(text).toMatch(/Active now; version 4 applies on that day\./)
    expect(text).toMatch(/Your contribution +8%/)
    expect(text).not.toContain('known')
  })

  it('for a day before the client joined, says that no data were known then, and shows what applies to that day now', async () => {
    const text = await told('2026-06-01')
    expect(text).toContain('At the end of that day, none of these facts had been recorded.')
    expect(text.replace(/\s+/g, ' ')).toContain(
      'No selection was recorded by the end of that day. According to today’s records, version 1 applies on that day.',
    )
  })

  it('shows an example if the benefit was not chosen by that day, and versions from later days', async () => {
    const text = await told('2026-12-01', 'cycle-to-work')
    expect(text).toContain('They had not chosen it by then.')
    expect(text).toContain('AN EXAMPLE: THE PRICE OF THE SMALLEST CHOICE IF MADE ON 1 December 2026')
    expect(text).toMatch(/ 1 +10 Dec 2026 /)
    expect(await told('2026-12-01', 'travel-insurance')).toContain('They have never chosen it.')
  })

  it('shows the current state if the day is today', async () => {
    const text = await told('2027-01-20')
    expect(text).toContain('CURRENT SELECTIONS')
    expect(text).not.toMatch(/of that day\.|AS OF|the records showed different facts/)
  })
})
