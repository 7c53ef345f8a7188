import { describe, expect, it } from 'vitest'
import { CallFailed } from '../../contract/call-failed.ts'
import { signInFailureOf } from './sign-in-failure.rules.ts'
import { signInOutcomeOf } from './sign-in-outcome.rules.ts'

const locked =
  'You have unsuccessfully tried to login too many times - your account has been locked for 15 mins. Please try again later'

describe('token reply', () => {
  const answer = { access_token: null, is_should_setup_2fa: false, is_should_validate_2fa: false }

  it('leads to the two-factor set-up, to the code, or to a login', () => {
    expect(signInOutcomeOf({ ...answer, is_should_setup_2fa: true })).toBe('needs-two-factor-setup')
    expect(signInOutcomeOf({ ...answer, is_should_validate_2fa: true })).toBe('needs-code')
    expect(signInOutcomeOf({ ...answer, access_token: 'a' })).toBe('signed-in')
  })

  it('without token, flag or error shows the message that logging in is not possible [LOGIN-42]', () => {
    expect(signInOutcomeOf(answer)).toBe('unable')
  })
})

describe('failed login', () => {
  it("shows the message about a lock first, otherwise the server's message, otherwise the default message [LOGIN-36] [LOGIN-37] [LOGIN-43]", () => {
    expect(signInFailureOf(new CallFailed(429, { userAccountLocked: true, error_message: 'Other' })).banner).toBe(
      locked,
    )
    expect(signInFailureOf(new CallFailed(401, { userAccountLocked: false, error_message: 'Other' })).banner).toBe(
      'Other',
    )
    expect(signInFailureOf(new CallFailed(401, { error_message: null })).banner).toBe(
      "We can't find a match! Try again or contact us",
    )
  })

  it('marks both fields if the portal refuses the credentials [LOGIN-34]', () => {
    expect(signInFailureOf(new CallFailed(401, { code: 'sign-in-failed' })).marksFields).toBe(true)
  })

  it.each([
    ['no answer', new CallFailed(null), 'Failed to fetch. The connection is lost. Please try again'],
    ['a gateway', new CallFailed(502), 'It looks like something has gone wrong, please try again later'],
    [
      'a fault of the server',
      new CallFailed(500, { code: 'fault' }),
      'It looks like something has gone wrong, please try again later',
    ],
    ['a busy portal', new CallFailed(503, { code: 'busy', message: 'The portal is busy' }), 'The portal is busy'],
    ['a full storage', new DOMException('Full'), 'It looks like something has gone wrong, please try again later'],
    [
      'a missing script',
      new TypeError('Failed to fetch dynamically imported module'),
      'It looks like something has gone wrong, please try again later',
    ],
  ])('shows the known reason after %s, and marks no field', (_, failure, banner) => {
    expect(signInFailureOf(failure)).toMatchObject({ banner, marksFields: false })
  })

  it('shows the default message if the portal refuses the login data or the activation after the token [LOGIN-38]', () => {
    expect(signInFailureOf(new CallFailed(403, { code: 'refused' })).banner).toBe(
      "We can't find a match! Try again or contact us",
    )
  })
})
