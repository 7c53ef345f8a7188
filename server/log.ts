import type { FastifyRequest } from 'fastify'
import { isIP } from 'node:net'
import { pino, type Logger } from 'pino'
import type { Caller } from '../contract/caller.ts'
import type { ClientId } from '../contract/ids.ts'

export type LogTarget = { level: string; stream?: { write: (line: string) => void } }

/** One JSON object per line, times in UTC (S-82). Values from callers are escaped (S-83). */
export function loggerOptions(target: false | LogTarget) {
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

export function openLog({ level, stream }: LogTarget): Logger {
  const options = { ...loggerOptions({ level }) }
  return stream ? pino(options, stream) : pino(options)
}

// Characters that terminals and editors interpret, besides those that JSON escapes.
const controls = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

function escapeControls(line: string): string {
  return line.replace(controls, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Messages of the database quote input, so only their code, table and constraint are logged. */
export function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: 'no error was thrown', stack: '' }
  // Errors may have further fields. Each is checked below.
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

export function logFields(request: FastifyRequest, more: Known): void {
  known.set(request, { ...known.get(request), ...more })
}

/** The logged path has no query, which may contain tokens or dates of birth (S-12). */
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
