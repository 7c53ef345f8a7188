import { z } from 'zod'
import { ConcurrencyLimiter } from '../concurrency-limiter.ts'
import { captchaLimits } from './limits.ts'
import type {
  CaptchaVerdict,
  CaptchaPage,
  PageOrigins,
  Captcha,
  ExternalProvider,
  ExternalSettings,
} from '../captcha-provider.ts'

const verified = z.object({
  success: z.boolean(),
  challenge_ts: z.iso.datetime({ offset: true }).optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
})

type Provider = {
  name: ExternalProvider
  settings: ExternalSettings
  script: string
  verify: string
  origins: PageOrigins
  also?: Record<string, string>
}

/** Checks at a provider that a token was solved recently and on our host. The caller must refuse a second use of a token. */
export function siteVerify({ name, settings: { siteKey, secret }, script, verify, origins, also }: Provider): Captcha {
  const gate = new ConcurrencyLimiter({
    places: captchaLimits.checksAtOnce,
    queue: captchaLimits.checksWaiting,
    waitMs: captchaLimits.withinMs,
  })
  return {
    origins,
    offer: () => Promise.resolve({ provider: name, siteKey, script }),
    check: (token, page) =>
      gate
        .run(() => ask(verify, { secret, response: token, ...also }))
        .then(
          (answer) => verdictOn(answer, token, page),
          (error: unknown): CaptchaVerdict => ({ is: 'unavailable', why: reasonOf(error) }),
        ),
  }
}

async function ask(address: string, fields: Record<string, string>): Promise<z.output<typeof verified>> {
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'error',
    signal: AbortSignal.timeout(captchaLimits.withinMs),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`it answered ${response.status}`)
  }
  return verified.parse(JSON.parse(await textOf(response)))
}

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength
    if (bytes > captchaLimits.answerBytes) throw new Error('its answer is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

function verdictOn(answer: z.output<typeof verified>, token: string, { host, now }: CaptchaPage): CaptchaVerdict {
  const ours = answer['error-codes']?.find((code) => /secret|sitekey|internal-error|bad-request/.test(code))
  // Wrong settings of the portal, or a fault of the provider, do not mean that the captcha failed.
  if (!answer.success) return ours ? { is: 'unavailable', why: ours } : { is: 'failed' }
  const age = now.getTime() - Date.parse(answer.challenge_ts ?? '')
  const isFresh = age >= -captchaLimits.aheadMs && age <= captchaLimits.livesMs
  return isFresh && answer.hostname === host ? { is: 'passed', once: token } : { is: 'failed' }
}

/** The message must not contain the request, which has the secret. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it could not be asked'
  const { cause } = error
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
}
