import { z } from 'zod'
import { refusal } from '../../contract/refusals.ts'
import { codeRefusals } from './code-refusals.messages.ts'

/** Six digits from an authenticator app, or a recovery code. */
export const code = z.string().trim().max(64)

export const codeInvalid = refusal('code-invalid', 422, codeRefusals.badCode)
export const tooManyCodes = refusal('too-many-codes', 429, codeRefusals.tooManyCodes)
