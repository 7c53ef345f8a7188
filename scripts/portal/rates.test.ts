import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ratesCommand } from './rates.ts'

let printed: string
beforeEach(() => {
  printed = ''
  const write = (text: string | Uint8Array) => {
    printed += text.toString()
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(write)
  vi.spyOn(process.stderr, 'write').mockImplementation(write)
})
afterEach(() => vi.restoreAllMocks())

it('rates are listed with last day and source, ordered by last day', async () => {
  expect(await ratesCommand(['check', '--on', '2027-03-31'])).toBe(0)
  const lines = printed.split('\n')
  expect(lines[0]).toMatch(/^Until 31 March 2027: minimumWage\. Source: National Minimum Wage Regulations 2015/)
  expect(lines[1]).toMatch(/^Until 5 April 2027: personalAllowance\. Source: Income Tax Act 2007/)
  expect(printed).toMatch(/Until 5 April 2030: benefitsInKind\.zero-emission-car\. Source/)
  expect(printed).toMatch(/No last day: statePensionAges\. Source: Pensions Act 1995/)
  expect(printed).toMatch(/From 6 April 2027, announced: Most benefits in kind/)
})

it('`portal rates` fails and says what to do if a rate is used after its last day', async () => {
  expect(await ratesCommand(['check', '--on', '2027-04-01'])).toBe(1)
  expect(printed).toContain('Until 31 March 2027, carried on: minimumWage')
  expect(printed).toContain('Figures used after their last day: 1. Put the next year')
})

it.each([[[]], [['list']], [['check', '--on', 'tomorrow']], [['check', 'more']]])(
  '`portal rates` refuses other arguments: %j',
  async (words) => {
    expect(await ratesCommand(words)).toBeUndefined()
  },
)
