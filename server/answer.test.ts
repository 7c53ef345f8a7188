import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentDisposition } from './answer.ts'

/** What a browser that knows RFC 6266 saves the file as. */
function savedAs(header: string): string {
  const [, exact = ''] = /filename\*=UTF-8''([^;]*)$/.exec(header) ?? []
  return decodeURIComponent(exact)
}

describe('the name of a file to download [S-58]', () => {
  it.each([
    ['Payroll December 2026.csv', 'Payroll December 2026.csv', 'Payroll December 2026.csv'],
    ['Zoë’s report (1).csv', 'Zoë’s report (1).csv', 'Zo__s report _1_.csv'],
    ['a";\r\nSet-Cookie: x=1;.csv', 'a_;Set-Cookie_ x=1;.csv', 'a__Set-Cookie_ x_1_.csv'],
    ['../../etc/passwd', '__.._etc_passwd', '__.._etc_passwd'],
    ['..\\..\\evil.csv', '__.._evil.csv', '__.._evil.csv'],
    // Shown from right to left after the sign, this would read as a harmless 'payrollexe.csv'.
    ['payroll\u202Evsc.exe', 'payrollvsc.exe', 'payrollvsc.exe'],
    ['\u2066report\u2069\u200F.csv', 'report.csv', 'report.csv'],
    ['تقرير.csv', 'تقرير.csv', '_____.csv'],
    ['\uD800.csv', '\uFFFD.csv', '_.csv'],
    ['\0\n\u2028', 'download', 'download'],
  ])('%j is kept as %j', (name, exact, plain) => {
    const header = contentDisposition(name)
    expect(savedAs(header)).toBe(exact)
    expect(header.startsWith(`attachment; filename="${plain}"; filename*=UTF-8''`)).toBe(true)
  })

  it('stays one header of two names, whatever it is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const header = contentDisposition(name)
        expect(header).toMatch(/^attachment; filename="[\w. -]+"; filename\*=UTF-8''[\w.%!~-]+$/)
        expect(savedAs(header)).not.toMatch(/[/\\"\p{Cc}\u202A-\u202E\u2066-\u2069]/u)
      }),
      { numRuns: process.env['LONG_TESTS'] ? 20_000 : 500 },
    )
  })
})
