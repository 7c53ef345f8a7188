import { refusalMessages } from './messages.ts'
import { refusal } from './refusals.ts'

/** An unknown object, or one of another client or person: the response is identical (requirement EMP-05). */
export const notFound = refusal('not-found', 404, refusalMessages.notFound)
