import { join } from 'node:path'
import { expect, it } from 'vitest'
import { failureList, failuresIn } from './test-failures.ts'

// Failed reports of Vitest and Playwright, with only the fields that are read.

type Report = Parameters<typeof failuresIn>[1]
const file = (name: string, rest: object) => ({
  name: join(process.cwd(), name),
  status: 'failed',
  message: '',
  assertionResults: [],
  ...rest,
})
const test = (fullName: string, status: string, message?: string) => ({
  fullName,
  status,
  failureMessages: message === undefined ? [] : [message],
})
const spec = (title: string, status: string, messages: string[]) => ({
  title,
  file: 'c.journey.ts',
  line: 12,
  tests: [{ status, results: messages.map((message) => ({ errors: [{ message }] })) }],
})
const pay =
  '\u001B[31mAssertionError: expected -1 to be 0\u001B[39m\n\n    at node_modules/x.js:1:1\n    at a/one.test.ts:7:3\n    at deeper.ts:1:1'
const vitest = {
  testResults: [
    file('a/one.test.ts', {
      assertionResults: [test('pays', 'passed'), test('is never negative', 'failed', pay), test('is late', 'pending')],
    }),
    file('a/two.test.ts', { status: 'passed' }),
    file('b/three.test.ts', { message: 'SyntaxError: Unexpected token' }),
  ],
}
const playwright = {
  errors: [{ message: 'The server did not start' }],
  suites: [
    {
      specs: [spec('amelia signs in', 'expected', [])],
      suites: [
        { specs: [spec('amelia leaves', 'unexpected', ['Error: not visible\n\nLocator: h1'])] },
        { specs: [spec('amelia returns', 'flaky', ['Error: late'])] },
      ],
    },
  ],
}

it.each<[string, object, string[][]]>([
  [
    'each failed test of Vitest with the start of its error and its place, and files that cannot be loaded',
    vitest,
    [
      ['a/one.test.ts', 'is never negative', 'AssertionError: expected -1 to be 0\nat a/one.test.ts:7:3'],
      ['b/three.test.ts', 'the whole file', 'SyntaxError: Unexpected token'],
    ],
  ],
  [
    'each failed journey, also one that passed at its second try, and failures outside of tests',
    playwright,
    [
      ['c.journey.ts:12', 'amelia leaves', 'Error: not visible\nLocator: h1'],
      ['c.journey.ts:12', 'amelia returns', 'Error: late'],
      ['', 'outside of any test', 'The server did not start'],
    ],
  ],
])('the list of failures names %s', (_, report, expected) => {
  const failures = failuresIn('part', report as Report)
  expect(failures.map(({ file: place, title, says }) => [place, title, says])).toEqual(expected)
})

it('the list of failures is short, even if the errors are long', () => {
  const long = Array.from({ length: 1000 }, () => 'x'.repeat(1000)).join('\n')
  const failures = failuresIn('node', { testResults: [file('d/four.test.ts', { message: long })] })
  expect(failureList(failures).length).toBeLessThan(1500)
  expect(failureList(failures)).toContain('✘ node: d/four.test.ts\n  the whole file\n      xxx')
})
