import { refuse, type Refused } from '../../contract/refusals.ts'
import { HashingBusy } from '../../platform/hashing.ts'
import { failedBody } from './issue-session.server.ts'
import { captchaUnavailable, loginCaptchaFailed } from './captcha.contract.ts'
import type { CaptchaProof } from './captcha.server.ts'
import { accountLocked, accountProblem, signInFailed, tooManySignIns } from './session.contract.ts'

export function signInFailure({ showRecaptcha } = { showRecaptcha: false }): Refused {
  return refuse(signInFailed, { body: { ...failedBody, showRecaptcha } })
}

/** Asks for a captcha. Depends only on the count of attempts, so it is the same for unknown addresses. */
export function captchaRequiredRefusal(proof: CaptchaProof): Refused {
  const body = { ...failedBody, showRecaptcha: true }
  if (proof === 'unknown') return refuse(captchaUnavailable, { body })
  return refuse(loginCaptchaFailed, { body, errors: { recaptcha: [loginCaptchaFailed.message] } })
}

export function accountProblemRefusal(): Refused {
  return refuse(accountProblem, { body: { ...failedBody, error_message: accountProblem.message } })
}

export function lockedRefusal(seconds: number): Refused {
  return refuse(accountLocked, { body: { ...failedBody, userAccountLocked: true }, retryAfter: seconds })
}

export function refuseIfBusy(error: unknown): never {
  throw error instanceof HashingBusy ? refuse(tooManySignIns) : error
}
