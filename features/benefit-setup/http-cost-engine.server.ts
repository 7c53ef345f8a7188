import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { ConcurrencyLimiter } from '../../platform/concurrency-limiter.ts'
import { restrictedFetch } from '../../platform/restricted-fetch.ts'
import type { PartnerPriceReply, CostEngine, PartnerPriceRequest } from '../../domain/pricing/cost-engine.ts'
import { partnerMessages } from './partners.messages.ts'

const SECOND = 1000

export const partnerLimits = {
  outboundMs: 3 * SECOND,
  tries: 2,
  answerBytes: 16 * 1024,
  /** Maximum number of concurrent requests of one process. Further requests wait. */
  atOnce: 20,
  waiting: 100,
  waitMs: 2 * SECOND,
  sentence: 300,
}

export type HttpEngineSettings = {
  /** An https address, or localhost outside production. */
  address: string
  key?: string | undefined
  note?: (why: string) => void
  limits?: Partial<typeof partnerLimits>
}

/** The protocol is described in docs/cost-engine.md. */
const engineReply = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('priced'),
    reference: z.string().trim().min(1).max(100),
    amount: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/),
    every: z.enum(['month', 'year']),
    validUntil: isoDate.nullable().default(null),
  }),
  z.object({ outcome: z.literal('refused'), error: z.string(), field: z.string().optional() }),
])
type EngineReply = z.output<typeof engineReply>

export function httpCostEngine({
  address,
  key,
  note,
  limits,
}: HttpEngineSettings): CostEngine<Promise<PartnerPriceReply>> {
  const {
    outboundMs: timeoutMs,
    answerBytes: bytes,
    atOnce: places,
    waiting: queue,
    waitMs,
  } = { ...partnerLimits, ...limits }
  const ask = restrictedFetch({ origins: [new URL(address).origin], timeoutMs, bytes })
  const gate = new ConcurrencyLimiter({ places, queue, waitMs })
  const send = async (question: PartnerPriceRequest, once: string): Promise<Response> =>
    ask(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'idempotency-key': once,
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(question),
    })
  return {
    ask: (question) =>
      gate
        .run(() => withRetry((once) => send(question, once)))
        .then((reply) => costAnswer(question, reply))
        .catch((failure: unknown): PartnerPriceReply => {
          note?.(failure instanceof Error ? failure.message : 'it could not be asked')
          return { outcome: 'unreachable' }
        }),
  }
}

/** Retries after no response or a 5xx status. The same idempotency key gives both attempts the same answer. */
async function withRetry(send: (once: string) => Promise<Response>): Promise<EngineReply> {
  const once = randomUUID()
  for (let left = partnerLimits.tries - 1; ; left -= 1) {
    const answer = await send(once).catch((failure: unknown) => {
      if (left === 0 || !isNoResponse(failure)) throw failure
      return null
    })
    if (answer?.status === 200) return engineReply.parse(await answer.json())
    if (answer && (answer.status < 500 || left === 0)) throw new Error(`it answered ${answer.status}`)
  }
}

/** Returns true for a timeout or a broken connection. A response that exceeds a limit is not retried. */
function isNoResponse(failure: unknown): boolean {
  return !(failure instanceof Error && failure.name === 'OutboundRefused')
}

function costAnswer({ component, on, values }: PartnerPriceRequest, said: EngineReply): PartnerPriceReply {
  if (said.outcome === 'refused') {
    const sentence = withoutMarkup(said.error)
    if (sentence === '') throw new Error('it refused without a word')
    const { field } = said
    return { outcome: 'refused', sentence, ...(field !== undefined && Object.hasOwn(values, field) && { field }) }
  }
  const { amount, every, reference, validUntil } = said
  return {
    outcome: 'priced',
    quote: {
      component,
      reference: withoutMarkup(reference),
      amount,
      every,
      validUntil,
      source: partnerMessages.quote(withoutMarkup(reference), validUntil),
      effectiveFrom: on,
    },
  }
}

function withoutMarkup(text: string): string {
  return text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, partnerLimits.sentence)
}
