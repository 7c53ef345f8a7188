import { expect, it } from 'vitest'
import { day, sampleNextYear } from '../../features/benefits/benefits.samples.ts'
import { isUnchangedNextYear, nextYearText } from './next-year-text.server.ts'

const continues = sampleNextYear()

it('the text about next year shows the price of next year beside the price of today', () => {
  expect(nextYearText(continues)).toBe('£8.50 a month, no change.')
  expect(isUnchangedNextYear(continues)).toBe(true)
  const dearer = { ...continues, perMonthThen: 9.1 }
  expect(nextYearText(dearer)).toBe('£9.10 a month instead of £8.50 a month.')
  expect(isUnchangedNextYear(dearer)).toBe(false)
})

it('the text about next year says when and why a benefit ends, and what happens if the person does not answer', () => {
  const ends = { ...continues, outcome: 'ends', lastDay: day('2027-04-05'), perMonthThen: null } as const
  expect(nextYearText({ ...ends, reason: 'It is for one year.' })).toBe('Ends on 5 April 2027. It is for one year.')
  const asked = { ...ends, outcome: 'asked', reason: 'The terms change.' } as const
  expect(nextYearText(asked)).toBe('The terms change. Otherwise it ends on 5 April 2027.')
  expect(nextYearText({ ...asked, perMonthThen: 0 })).toBe(
    'The terms change. Otherwise only what your employer pays for continues.',
  )
})
