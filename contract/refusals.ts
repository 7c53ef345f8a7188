export type Refusal = { readonly code: string; readonly status: RefusalStatus; readonly message: string }

/** Use 401 only for a missing, ended or refused session: the browser then logs the person out. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 503

/** @__NO_SIDE_EFFECTS__ */
export function refusal(code: string, status: RefusalStatus, message: string): Refusal {
  return { code, status, message }
}

export type FieldErrors = Record<string, string[]>

export type RefusalDetails = {
  errors?: FieldErrors
  body?: Record<string, unknown>
  retryAfter?: number
}

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

export function refusalText({ refusal: { message }, details }: Refused): string {
  const overridden = details.body?.['message']
  return typeof overridden === 'string' ? overridden : message
}

export type ErrorBody = {
  code: string
  message: string
  error: string
  errors?: FieldErrors
  detail?: string
  requestId: string
}
