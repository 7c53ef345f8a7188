/** A named, expected refusal: the code the browser branches on, the HTTP status, and the sentence a person reads. */
export type Refusal = { readonly code: string; readonly status: RefusalStatus; readonly message: string }

/** 401 only for a session that is missing, ended or not granted: the browser logs the person out on it. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 503

/** @__NO_SIDE_EFFECTS__ */
export function refusal(code: string, status: RefusalStatus, message: string): Refusal {
  return { code, status, message }
}

/** What a refusal says about single fields: field name to sentences. */
export type FieldErrors = Record<string, string[]>

export type RefusalDetails = {
  errors?: FieldErrors
  /** Further keys of the answer, such as the current state after a conflict. */
  body?: Record<string, unknown>
  retryAfter?: number
}

/** Thrown for an expected refusal; the server answers it with the refusal's status, code and sentence. */
export class Refused extends Error {
  readonly refusal: Refusal
  readonly details: RefusalDetails

  constructor(refusal: Refusal, details: RefusalDetails = {}) {
    super(refusal.code)
    this.name = 'Refused'
    this.refusal = refusal
    this.details = details
  }
}

export function refuse(refusal: Refusal, details?: RefusalDetails): Refused {
  return new Refused(refusal, details)
}

/** The error body of every answer that is not a success (security.md section 2, body E). */
export type ErrorBody = {
  code: string
  message: string
  error: string
  errors?: FieldErrors
  detail?: string
  requestId: string
}
