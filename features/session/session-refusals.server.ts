import { errorMessages, refusalMessages } from '../../contract/messages.ts'
import { refusal } from '../../contract/refusals.ts'

export const sessionEnded = refusal('session-ended', 401, errorMessages.sessionEnded)
/** S-32. */
export const tokenMismatch = refusal('token_mismatch', 401, errorMessages.sessionEnded)
export const doubledBearer = refusal('doubled-bearer', 400, refusalMessages.malformed)
