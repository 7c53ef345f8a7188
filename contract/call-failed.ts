import type { FieldErrors } from './refusals.ts'

type Failure = {
  /** The HTTP status; 0 when no answer arrived at all. */
  status: number
  /** The code of the refusal, where the server named one: what screens branch on. */
  code: string | null
  /** The sentence a person reads (API-11). */
  message: string
  /** Sentences by field. */
  errors?: FieldErrors
  /** The whole answer, for what a refusal says beside its sentence. */
  body?: Readonly<Record<string, unknown>>
}

/** What a call rejects with when it did not succeed. An aborted call rejects with the AbortError of its signal instead. */
export class CallFailed extends Error {
  readonly status: number
  readonly code: string | null
  readonly errors: FieldErrors
  readonly body: Readonly<Record<string, unknown>>

  constructor({ status, code, message, errors = {}, body = {} }: Failure) {
    super(message)
    this.name = 'CallFailed'
    this.status = status
    this.code = code
    this.errors = errors
    this.body = body
  }

  /** Nobody answered: the network, or a server that is down. */
  get unanswered(): boolean {
    return this.status === 0
  }
}
