import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { formMessages, refusalMessages } from '../../contract/messages.ts'
import { refusal } from '../../contract/refusals.ts'

const puzzle = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    data: z.object({ host: z.string(), madeAt: z.number() }),
  }),
  signature: z.string(),
})

/** Data that the browser needs for a captcha: the portal's own puzzle, or the provider's script and site key. */
const robotCheckReply = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('proof-of-work'), puzzle }),
  z.object({ provider: z.enum(['hcaptcha', 'turnstile', 'recaptcha']), siteKey: z.string(), script: z.string() }),
])
export type CaptchaReply = z.output<typeof robotCheckReply>

/** Returns what the browser needs for a captcha. Called when the box is ticked: providers see no other visitors (D-19). */
export const prepareCaptcha = endpoint('GET', '/login/robot-check', {
  base: 'api',
  access: 'public',
  reply: robotCheckReply,
})

export const captchaToken = z.string().max(4096).nullish()

export const captchaFailed = refusal('robot-not-excluded', 422, formMessages.robot)
/** A failed captcha at login. Refusals of a login have status 401, or 429 if limited (API-14). */
export const loginCaptchaFailed = refusal('robot-not-excluded', 401, formMessages.robot)
/** The provider is unavailable, and the attempts allowed without a captcha are used up (S-06). */
export const captchaUnavailable = refusal('robot-check-down', 503, refusalMessages.captchaUnavailable)
