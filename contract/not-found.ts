import { refusalMessages } from './messages.ts'
import { refusal } from './refusals.ts'

/** An object of another client or person, or none at all: the answer is the same, byte for byte (requirement EMP-05). */
export const notFound = refusal('not-found', 404, refusalMessages.notFound)
