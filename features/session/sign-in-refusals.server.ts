import { refuse, type Refused } from '../../contract/refusals.ts'
import { HashingBusy } from '../../platform/hashing.ts'
import { failedBody } from './grant.server.ts'
import { robotCheckDown, robotNotExcluded } from './robots/robot-check.contract.ts'
import type { Proof } from './robots/robots.server.ts'
import { accountLocked, accountProblem, signInFailed, tooManySignIns } from './session.contract.ts'

// Refusals on the way in, with the keys of the token response that they carry.

export function failed({ showRecaptcha } = { showRecaptcha: false }): Refused {
  return refuse(signInFailed, { body: { ...failedBody, showRecaptcha } })
}

/** The same for everybody, whether they exist or not: nothing but the count of guesses was looked at. */
export function mayBeRobot(proof: Proof): Refused {
  const body = { ...failedBody, showRecaptcha: true }
  if (proof === 'unknown') return refuse(robotCheckDown, { body })
  return refuse(robotNotExcluded, { body, errors: { recaptcha: [robotNotExcluded.message] } })
}

export function hasProblem(): Refused {
  return refuse(accountProblem, { body: { ...failedBody, error_message: accountProblem.message } })
}

export function locked(seconds: number): Refused {
  return refuse(accountLocked, { body: { ...failedBody, userAccountLocked: true }, retryAfter: seconds })
}

/** More passwords wait than can be looked at in time, and this one was not; whatever else went wrong stays as it is. */
export function whenBusy(error: unknown): never {
  throw error instanceof HashingBusy ? refuse(tooManySignIns) : error
}
