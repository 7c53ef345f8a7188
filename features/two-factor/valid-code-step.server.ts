import type { PersonId } from '../../contract/ids.ts'
import { refuse } from '../../contract/refusals.ts'
import { timeStepOfCode } from '../../platform/one-time-codes.ts'
import type { Sealing } from '../../platform/seal.ts'
import type { PendingSeed } from '../session/challenge.queries.ts'
import { equalTexts } from '../../services/session/tokens.server.ts'
import { codeInvalid } from './code.contract.ts'
import { setUpChanged } from './two-factor.contract.ts'

type Sent = { code: string; type: 'temporary' | 'complete'; secret: string }
type CodeContext = { pending: PendingSeed | undefined; seeds: Sealing; personId: PersonId; now: Date }

/** Refuses another secret, a second pass without the first, and old codes (S-22). */
export function validCodeStep({ code, type, secret }: Sent, { pending, seeds, personId, now }: CodeContext): number {
  if (!pending || pending.until <= now) throw refuse(setUpChanged)
  const seed = seeds.open(pending.sealed, personId)
  if (!equalTexts(seed, secret)) throw refuse(setUpChanged)
  const { firstStep } = pending
  if (type === 'complete' && firstStep === null) throw refuse(setUpChanged)
  const step = timeStepOfCode(seed, { code, now })
  const isNew = type === 'temporary' || (step !== null && firstStep !== null && step > firstStep)
  if (step === null || !isNew) throw refuse(codeInvalid)
  return step
}
