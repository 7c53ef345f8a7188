import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isoDate } from '../../../contract/dates.ts'
import { Gate } from '../../../platform/gate.ts'
import { outbound } from '../../../platform/outbound.ts'
import type { CostAnswer, CostEngine, CostQuestion } from '../pricing/cost-engine.ts'
import { partnerLimits } from './limits.ts'
import { partnerMessages } from './partners.messages.ts'

export type HttpEngineSettings = {
  /** Where the engine is asked: https, or this machine outside production; settings see to that. */
  address: string
  key?: string | undefined
  /** Told why an engine could not be asked: an operator's line in the log. */
  note?: (why: string) => void
  limits?: Partial<typeof partnerLimits>
}

/** What an engine may answer; docs/cost-engine.md is the protocol. */
const told = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('priced'),
    reference: z.string().trim().min(1).max(100),
    amount: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/),
    every: z.enum(['month', 'year']),
    validUntil: isoDate.nullable().default(null),
  }),
  z.object({ outcome: z.literal('refused'), error: z.string(), field: z.string().optional() }),
])
type Told = z.output<typeof told>

/** The cost engine by HTTP: one address, no redirects, limits for time and size, one retry. */
export function httpEngine({ address, key, note, limits }: HttpEngineSettings): CostEngine<Promise<CostAnswer>> {
  const {
    outboundMs: timeoutMs,
    answerBytes: bytes,
    atOnce: places,
    waiting: queue,
    waitMs,
  } = { ...partnerLimits, ...limits }
  const ask = outbound({ origins: [new URL(address).origin], timeoutMs, bytes })
  const gate = new Gate({ places, queue, waitMs })
  const send = async (question: CostQuestion, once: string): Promise<Response> =>
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
        .pass(() => patiently((once) => send(question, once)))
        .then((told) => answerTo(question, told))
        .catch((failure: unknown): CostAnswer => {
          note?.(failure instanceof Error ? failure.message : 'it could not be asked')
          return { outcome: 'unreachable' }
        }),
  }
}

/** Once more under the same key where nothing came, or the engine stumbled: it answers both alike. */
async function patiently(send: (once: string) => Promise<Response>): Promise<Told> {
  const once = randomUUID()
  for (let left = partnerLimits.tries - 1; ; left -= 1) {
    const answer = await send(once).catch((failure: unknown) => {
      if (left === 0 || !isSilence(failure)) throw failure
      return null
    })
    if (answer?.status === 200) return told.parse(await answer.json())
    if (answer && (answer.status < 500 || left === 0)) throw new Error(`it answered ${answer.status}`)
  }
}

/** Nothing came in time, or the connection broke; a limit that the answer broke is no silence. */
function isSilence(failure: unknown): boolean {
  return !(failure instanceof Error && failure.name === 'OutboundRefused')
}

function answerTo({ component, on, values }: CostQuestion, said: Told): CostAnswer {
  if (said.outcome === 'refused') {
    const sentence = withoutMarkup(said.error)
    if (sentence === '') throw new Error('it refused without a word')
    // What was not asked about stands nowhere on the screen.
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

/** The words as they were sent; what is no words, and no end to them, is left out. */
function withoutMarkup(text: string): string {
  return text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, partnerLimits.sentence)
}
