import { fastify } from 'fastify'
import fc from 'fast-check'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { contentDisposition, sendDownload } from './buffered-response.ts'
import { anyCharacter } from '../tests/harness/arbitrary-character.ts'

/** Returns the file name that a browser reads from the header by RFC 6266. */
function savedAs(header: string): string {
  const [, exact = ''] = /filename\*=UTF-8''([^;]*)$/.exec(header) ?? []
  return decodeURIComponent(exact)
}

describe('name of a file to download [S-58]', () => {
  it.each([
    ['Payroll December 2026.csv', 'Payroll December 2026.csv', 'Payroll December 2026.csv'],
    ['Zoë’s report (1).csv', 'Zoë’s report (1).csv', 'Zo__s report _1_.csv'],
    ['a";\r\nSet-Cookie: x=1;.csv', 'a_;Set-Cookie_ x=1;.csv', 'a__Set-Cookie_ x_1_.csv'],
    ['../../etc/passwd', '__.._etc_passwd', '__.._etc_passwd'],
    ['..\\..\\evil.csv', '__.._evil.csv', '__.._evil.csv'],
    // Text after this character runs right to left, so the name would look like 'payrollexe.csv'.
    ['payroll\u202Evsc.exe', 'payrollvsc.exe', 'payrollvsc.exe'],
    ['\u2066report\u2069\u200F.csv', 'report.csv', 'report.csv'],
    ['تقرير.csv', 'تقرير.csv', '_____.csv'],
    ['\uD800.csv', '\uFFFD.csv', '_.csv'],
    ['\0\n\u2028', 'download', 'download'],
  ])('%j is saved as %j', (name, exact, plain) => {
    const header = contentDisposition(name)
    expect(savedAs(header)).toBe(exact)
    expect(header.startsWith(`attachment; filename="${plain}"; filename*=UTF-8''`)).toBe(true)
  })

  it('is sent as one header with two forms of the name, whatever characters the name contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (name) => {
        const header = contentDisposition(name)
        expect(header).toMatch(/^attachment; filename="[\w. -]+"; filename\*=UTF-8''[\w.%!~-]+$/)
        expect(savedAs(header)).not.toMatch(/[/\\"\p{Cc}\u202A-\u202E\u2066-\u2069]/u)
      }),
      { numRuns: process.env['LONG_TESTS'] ? 20_000 : 500 },
    )
  })
})

describe('file produced while it is sent [S-59]', () => {
  const served = async (send: () => Readable) => {
    const app = fastify()
    onTestFinished(() => app.close())
    const inTransaction = () => Promise.reject(new Error('Nothing is read'))
    app.get('/file', (_, reply) =>
      sendDownload(reply, { fileName: 'all.zip', mediaType: 'application/zip', send }, { https: false, inTransaction }),
    )
    return `${await app.listen({ port: 0, host: '127.0.0.1' })}/file`
  }

  it('is no longer produced after the caller has disconnected', async () => {
    const stopped = Promise.withResolvers<void>()
    function* endless() {
      try {
        for (;;) yield Buffer.alloc(10_000)
      } finally {
        stopped.resolve()
      }
    }
    const gone = new AbortController()
    const answer = await fetch(await served(() => Readable.from(endless())), { signal: gone.signal })
    expect(answer.headers.get('content-disposition')).toContain('all.zip')
    await answer.body?.getReader().read()
    gone.abort()
    await stopped.promise
  })

  it('is cut off after a failure, so that it does not look like a complete file', async () => {
    function* failing() {
      yield Buffer.alloc(100_000)
      throw new Error('gone')
    }
    const answer = await fetch(await served(() => Readable.from(failing())))
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
  })
})
