import type { LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { refusalsOf } from '../../server/shared-refusals.ts'

export function faultsOf(endpoint: Endpoint, answer: LightMyRequestResponse): string[] {
  const { statusCode: status } = answer
  if (status >= 500) return [`answered ${status}`]
  if (answer.headers['cache-control'] !== 'no-store') return ['may be kept by a cache']
  return status < 300 ? faultsOfReply(endpoint, answer) : faultsOfError(endpoint, answer)
}

function faultsOfReply({ reply }: Endpoint, answer: LightMyRequestResponse): string[] {
  if (reply === 'file') return answer.headers['content-disposition'] ? [] : ['is a file without a name']
  const body: unknown = answer.json()
  const parsed = reply.safeParse(body)
  if (!parsed.success) return [`breaks its schema: ${parsed.error.message}`]
  return JSON.stringify(parsed.data) === JSON.stringify(body) ? [] : ['says more than its schema']
}

/** The common body of error responses, called E in security.md. */
const errorBody = z.looseObject({
  code: z.string().min(1),
  message: z.string().min(1),
  error: z.string().min(1),
  errors: z.record(z.string(), z.array(z.string().min(1)).min(1)).optional(),
  detail: z.string().min(1).optional(),
  requestId: z.string().min(1),
})

function faultsOfError(endpoint: Endpoint, answer: LightMyRequestResponse): string[] {
  if (!String(answer.headers['content-type']).startsWith('application/json')) return ['is no JSON']
  const parsed = errorBody.safeParse(answer.json())
  if (!parsed.success) return [`is no error body: ${parsed.error.message}`]
  const { code, detail } = parsed.data
  const declared = refusalsOf(endpoint).some((one) => one.code === code && one.status === answer.statusCode)
  return [
    ...(declared ? [] : [`refuses with ${answer.statusCode} ${code}, which it does not declare`]),
    ...((detail !== undefined) === (answer.statusCode === 401)
      ? []
      : ['a detail belongs to a 401 and to nothing else']),
  ]
}

export function bytesOf({ statusCode, body }: LightMyRequestResponse): string {
  return `${statusCode} ${body.replace(/"requestId":"[^"]*"/, '"requestId":""')}`
}
