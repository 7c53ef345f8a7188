import { expect, it } from 'vitest'
import { CallFailed, errorText, failureText } from './call-failed.ts'

it('a failed call shows the text in `errors`, else in `error`, else in `message` of the body [API-11]', () => {
  const all = {
    errors: { email: ['Wrong address'], name: ['Too long', 'Too odd'] },
    error: 'An error',
    message: 'A message',
  }
  expect(errorText(all)).toBe('Wrong address Too long Too odd')
  expect(errorText({ ...all, errors: {} })).toBe('An error')
  expect(errorText({ message: 'A message' })).toBe('A message')
})

it('a failed call ignores a body that is not JSON, and reads field errors as lists [API-12]', () => {
  expect(new CallFailed(502).message).toBe('')
  expect(failureText(new CallFailed(502))).toBe('It looks like something has gone wrong, please try again later')
  expect(new CallFailed(422, { errors: { email: ['Wrong address'], odd: 3 } }).fieldErrors).toEqual({
    email: ['Wrong address'],
  })
})

it('a failed call without a reply says that the network failed [API-20]', () => {
  expect(failureText(new CallFailed(null))).toBe('Failed to fetch. The connection is lost. Please try again')
})
