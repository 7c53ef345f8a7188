import type { FastifyRequest } from 'fastify'
import { isIP } from 'node:net'
import { pino, type Logger } from 'pino'
import type { Caller } from '../contract/caller.ts'
import type { ClientId } from '../contract/ids.ts'

export type LogTarget = { level: string; stream?: { write: (line: string) => void } }

/** One JSON object a line, UTC (S-82). Nothing sent by callers is logged raw (S-83). */
export function logging(target: false | LogTarget) {
  if (!target) return false
  return {
    ...target,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level: string) => ({ level }) },
    serializers: { err: describeError },
    hooks: { streamWrite: escapeControls },
  }
}

/** The log of what runs without a request, in the same form. */
export function openLog({ level, stream }: LogTarget): Logger {
  const options = { ...logging({ level }) }
  return stream ? pino(options, stream) : pino(options)
}

// JSON escapes what stands below the space; these are the others that terminals and editors obey.
const controls = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

function escapeControls(line: string): string {
  return line.replace(controls, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Describes an error. Database messages quote input, so only code, table and constraint are kept. */
export function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: 'no error was thrown', stack: '' }
  // Any error may carry further fields; these are looked at one by one.
  const { code, table, constraint, routine, severity } = error as unknown as Record<string, unknown>
  const isOfDatabase = typeof severity === 'string'
  return {
    type: error.name,
    message: isOfDatabase ? 'the database refused' : error.message.slice(0, 500),
    ...(isOfDatabase && { table, constraint, routine }),
    ...(typeof code === 'string' && { code }),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

type Described = { type: string; message: string; stack: string; [more: string]: unknown }

type Known = { clientId?: ClientId | null; caller?: Caller | null; refusal?: string }
const known = new WeakMap<FastifyRequest, Known>()

/** Adds what has become known about a request to the line that is written when it is answered. */
export function note(request: FastifyRequest, more: Known): void {
  known.set(request, { ...known.get(request), ...more })
}

/** Who did what where, and how it ended; the address without its query, where tokens and dates of birth may stand (S-12). */
export function requestLine(request: FastifyRequest, status: number, milliseconds: number): object {
  const { clientId = null, caller = null, refusal } = known.get(request) ?? {}
  return {
    who: caller?.personId ?? null,
    ...(caller?.view && { viewedBy: caller.view.actor, masquerade: caller.view.grantId }),
    session: caller?.sessionId ?? null,
    what: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
    where: { client: clientId, from: isIP(request.ip) ? request.ip : 'unknown' },
    result: { status, ...(refusal && { refusal }) },
    ms: Math.round(milliseconds),
  }
}
