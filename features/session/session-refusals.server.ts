import { errorMessages, refusalMessages } from '../../contract/messages.ts'
import { refusal } from '../../contract/refusals.ts'

/** Shared by every call that needs a signed-in person. */
export const sessionEnded = refusal('session-ended', 401, errorMessages.sessionEnded)
/** The two bearer headers differ (S-32). */
export const tokenMismatch = refusal('token_mismatch', 401, errorMessages.sessionEnded)
export const doubledBearer = refusal('doubled-bearer', 400, refusalMessages.malformed)
