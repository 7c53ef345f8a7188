import { afterAll, expect, it } from 'vitest'

// As a reload finds it: the flag is there before anything of the portal is.
localStorage.setItem('ccvOnly', 'true')
const { keepCcvOnly, useCcvOnly } = await import('./use-ccv-only.ts')
afterAll(() => localStorage.clear())

it('is what the stored flag says, before anybody has been asked, and mirrors what is found out later [BENEFIT-62] [STATE-10] [STATE-11]', () => {
  expect(useCcvOnly.getState()).toEqual({ ccvOnly: true })
  keepCcvOnly(false)
  expect([useCcvOnly.getState(), localStorage.getItem('ccvOnly')]).toEqual([{ ccvOnly: false }, null])
  keepCcvOnly(true)
  expect([useCcvOnly.getState(), localStorage.getItem('ccvOnly')]).toEqual([{ ccvOnly: true }, 'true'])
})
