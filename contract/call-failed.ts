import { errorMessages } from './messages.ts'
import type { FieldErrors } from './refusals.ts'

export const NO_ANSWER = 'no-answer'

/** Shown if no response arrived (API-20). */
export const connectionLost = `${errorMessages.network}. ${errorMessages.connectionLost}`

/** Reason why a call failed. Branch on `code`, show `message`, put `fieldErrors` beside their fields. */
export class CallFailed extends Error {
  readonly status: number | null
  readonly code: string | null
  readonly fieldErrors: FieldErrors
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number | null, body: Readonly<Record<string, unknown>> = {}) {
    super(status === null ? connectionLost : errorText(body))
    this.name = 'CallFailed'
    this.status = status
    this.code = typeof body['code'] === 'string' ? body['code'] : null
    this.fieldErrors = fieldErrorsIn(body['errors'])
    this.body = body
  }
}

export function failureText(failure: unknown): string {
  return failure instanceof CallFailed && failure.message ? failure.message : errorMessages.retryLater
}

/** Returns the text of `errors`, else `error`, else `message` of a response body (API-11); empty if none has text. */
export function errorText(body: Readonly<Record<string, unknown>>): string {
  const listed = Object.values(fieldErrorsIn(body['errors'])).flat().join(' ')
  const texts = [typeof body['errors'] === 'string' ? body['errors'] : listed, body['error'], body['message']]
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? ''
}

function fieldErrorsIn(errors: unknown): FieldErrors {
  if (typeof errors !== 'object' || errors === null) return {}
  const lists = Object.entries(errors).map(([field, texts]): [string, string[]] => [
    field,
    (Array.isArray(texts) ? texts : [texts]).filter((text) => typeof text === 'string'),
  ])
  return Object.fromEntries(lists.filter(([, texts]) => texts.length > 0))
}
