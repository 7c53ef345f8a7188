import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { errorMessages, formMessages, guardMessages, limitMessages, refusalMessages } from '../contract/messages.ts'
import { viewMessages } from '../contract/view-restrictions.messages.ts'
import { notFound } from '../contract/not-found.ts'
import { refusal, refuse, Refused, type ErrorBody, type FieldErrors } from '../contract/refusals.ts'
import { isDatabaseDown, isRetryable } from '../database/postgres.ts'
import { retryAfterSeconds } from './limits.ts'
import { logFields } from './log.ts'

export const denied = refusal('denied', 403, guardMessages.denied)
export const termsRequired = refusal('terms_required', 403, refusalMessages.termsRequired)
/** The client began to require a second factor after the caller's login (S-24). */
export const twoFactorDue = refusal('mfa_required', 403, refusalMessages.twoFactorDue)
/** The headers of the call do not match the session, which views the portal as another person (S-42). */
export const notThisView = refusal('not-this-view', 403, refusalMessages.notThisView)
/** Not allowed while viewing as another person (S-43). */
export const notInView = refusal('not-in-view', 403, viewMessages.notInView)
export const wrongMethod = refusal('wrong-method', 405, refusalMessages.wrongMethod)
export const plainHttp = refusal('plain-http', 403, refusalMessages.plainHttp)
export const malformedUrl = refusal('malformed', 422, refusalMessages.malformed)
export const unreadableBody = refusal('unreadable', 400, refusalMessages.malformed)
export const tooLarge = refusal('too-large', 413, refusalMessages.tooLarge)
export const wrongMediaType = refusal('wrong-media-type', 415, refusalMessages.malformed)
export const busy = refusal('busy', 503, refusalMessages.busy)
export const sameKeyOtherRequest = refusal('idempotency-key-reused', 422, refusalMessages.sameKeyOtherRequest)

/** Bodies with these statuses must be identical in all cases (S-02, S-46), so the request id is only in the header. */
const uniformStatuses = new Set([401, 404])
const seeHeader = 'see-x-request-id'

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = knownRefusal(error)
  if (!refused) {
    request.log.error({ err: error }, 'unexpected error')
    const body: ErrorBody = {
      code: 'unexpected',
      message: errorMessages.retryLater,
      error: errorMessages.retryLater,
      requestId: request.id,
    }
    return reply.status(500).send(body)
  }
  const { refusal: named, details } = refused
  if (named === busy) request.log.error({ err: error }, isDatabaseDown(error) ? databaseAway : databaseSlow)
  logFields(request, { refusal: named.code })
  const body: ErrorBody = {
    code: named.code,
    message: named.message,
    error: named.message,
    ...(details.errors && { errors: details.errors }),
    ...(named.status === 401 && { detail: named.message }),
    ...details.body,
    requestId: uniformStatuses.has(named.status) ? seeHeader : request.id,
  }
  const retryAfter =
    details.retryAfter ?? (named.status === 503 || named.status === 429 ? retryAfterSeconds : undefined)
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
  return reply.status(named.status).send(body)
}

/** Default message for an invalid field. Pass it to every `safeParse`. */
export function fieldMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_value':
    case 'invalid_union':
      return isMissing(issue) ? (emptyMessage(issue) ?? formMessages.required) : refusalMessages.invalidField
    case 'too_small':
      return issue.input === '' ? formMessages.required : limitMessages.atLeast(issue.origin, Number(issue.minimum))
    case 'too_big':
      return limitMessages.atMost(issue.origin, Number(issue.maximum))
    case 'invalid_format':
      return issue.input === '' ? formMessages.required : formatMessage(issue.format)
    case 'unrecognized_keys':
      return refusalMessages.unknownField
    default:
      return refusalMessages.invalidField
  }
}

function formatMessage(format: string): string {
  return format === 'email' ? formMessages.email : refusalMessages.invalidField
}

function isMissing(issue: z.core.$ZodRawIssue): boolean {
  const { input } = issue
  const missing = (value: unknown) => value === undefined || value === null
  if (issue.code !== 'invalid_union' || typeof issue['discriminator'] !== 'string') return missing(input)
  // Zod reports a missing discriminator only for objects.
  return missing(input) || missing((input as Record<string, unknown>)[issue['discriminator']])
}

function emptyMessage({ inst }: z.core.$ZodRawIssue): string | undefined {
  if (!(inst instanceof z.ZodString)) return undefined
  return inst.safeParse('', { error: () => formMessages.required }).error?.issues[0]?.message
}

export function fieldErrors(error: z.ZodError): FieldErrors {
  // No prototype: a field may be called 'constructor'.
  const errors: FieldErrors = Object.create(null)
  for (const issue of error.issues) {
    const field = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue.path.join('.')
    ;(errors[field] ??= []).push(issue.message)
  }
  return errors
}

const databaseAway = 'the database cannot be used: check that PostgreSQL runs and accepts the logins of the settings'
const databaseSlow = 'the database did not answer in time'

function knownRefusal(error: unknown): Refused | undefined {
  if (error instanceof Refused) return error
  if (isDatabaseDown(error) || isRetryable(error)) return refuse(busy)
  const code = codeOf(error)
  if (code === 'FST_ERR_BAD_URL') return refuse(notFound)
  if (isUnstorableText(code)) return refuse(malformedUrl)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse(tooLarge)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refuse(wrongMediaType)
  // Faults that Fastify finds before a handler: broken JSON, a wrong Content-Length, a broken URL.
  if (code.startsWith('FST_ERR') && statusOf(error) === 400) return refuse(unreadableBody)
  if (error instanceof SyntaxError && statusOf(error) === 400) return refuse(unreadableBody)
  return undefined
}

export function isNotFound(error: unknown): boolean {
  return knownRefusal(error)?.refusal === notFound
}

/** PostgreSQL cannot store zero characters in text (22021) or JSON (22P05). They only occur in input. */
function isUnstorableText(code: string): boolean {
  return code === '22021' || code === '22P05'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : undefined
}
