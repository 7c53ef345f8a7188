import { refusalMessages } from './messages.ts'
import { refusal } from './refusals.ts'

/** The same response for an unknown object and for an object of another client or person (requirement EMP-05). */
export const notFound = refusal('not-found', 404, refusalMessages.notFound)
