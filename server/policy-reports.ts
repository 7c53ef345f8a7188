import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { reportAddress } from './headers.ts'
import { httpLimits } from './limits.ts'

/** Logs browsers' reports of policy violations. Limited, because anyone may send them. */
export function servePolicyReports(app: FastifyInstance): void {
  const budget = minuteBudget(httpLimits.policyReportsPerMinute)
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit: httpLimits.policyReportBytes },
      scope.getDefaultJsonParser('error', 'error'),
    )
    scope.post(reportAddress, { bodyLimit: httpLimits.policyReportBytes }, async (request, reply) => {
      for (const report of readReports(request.body)) {
        const place = budget.take()
        if (place.granted) request.log.warn({ report, unreported: place.refusedBefore }, 'page policy violated')
      }
      return reply.status(204).send()
    })
  })
}

const text = z.string().max(4096).optional().catch(undefined)
const line = z.number().int().optional().catch(undefined)
const singleReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
    'line-number': line,
  }),
})
const reportList = z.array(
  z.object({
    type: text,
    url: text,
    body: z.object({ effectiveDirective: text, blockedURL: text, sourceFile: text, lineNumber: line }).catch({}),
  }),
)

type PolicyReport = Record<'page' | 'directive' | 'blocked' | 'source', string | undefined> & {
  line: number | undefined
}

function readReports(sent: unknown): PolicyReport[] {
  const one = singleReport.safeParse(sent)
  if (one.success) {
    const report = one.data['csp-report']
    return [
      {
        page: withoutSecrets(report['document-uri']),
        directive: word(report['effective-directive'] ?? report['violated-directive']),
        blocked: withoutSecrets(report['blocked-uri']),
        source: withoutSecrets(report['source-file']),
        line: report['line-number'],
      },
    ]
  }
  const many = reportList.safeParse(sent)
  return (many.success ? many.data : [])
    .filter(({ type }) => type === 'csp-violation')
    .map(({ url, body }) => ({
      page: withoutSecrets(url),
      directive: word(body.effectiveDirective),
      blocked: withoutSecrets(body.blockedURL),
      source: withoutSecrets(body.sourceFile),
      line: body.lineNumber,
    }))
}

/** Shortens segments of the path that could be a token or an id, and removes the query. */
function withoutSecrets(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return word(address)
  const { protocol, host, pathname } = new URL(address)
  const path = /^https?:$/.test(protocol) ? pathname.replace(/[^/]{16,}/g, '…') : ''
  return `${protocol}//${host}${path}`.slice(0, 200)
}

/** Returns a directive or a word such as 'inline'; 'unknown' for text that no browser sends. */
function word(value: string | undefined): string | undefined {
  return value === undefined || /^[a-z-]{1,40}$/.test(value) ? value : 'unknown'
}

/** Limits reports to a number per minute. The first report of a minute also logs how many were refused before. */
function minuteBudget(perMinute: number) {
  let endsAt = 0
  let taken = 0
  return {
    take: (): { granted: boolean; refusedBefore: number } => {
      let refusedBefore = 0
      if (performance.now() >= endsAt) {
        refusedBefore = Math.max(0, taken - perMinute)
        endsAt = performance.now() + 60_000
        taken = 0
      }
      taken += 1
      return { granted: taken <= perMinute, refusedBefore }
    },
  }
}
