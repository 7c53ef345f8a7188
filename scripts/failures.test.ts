import { join } from 'node:path'
import { expect, it } from 'vitest'
import { failureList, failuresIn } from './failures.ts'

// Reports of both runners with failures, reduced to the fields that are read.

const vitest = (results: object[]) => ({ testResults: results }) as Parameters<typeof failuresIn>[1]
const file = (name: string, rest: object) => ({
  name: join(process.cwd(), name),
  status: 'failed',
  message: '',
  assertionResults: [],
  ...rest,
})
const playwright = (rest: object) => ({ errors: [], suites: [], ...rest }) as Parameters<typeof failuresIn>[1]

it('names each failed test of Vitest with its file, the start of its error and the place, and no passed test', () => {
  const failures = failuresIn(
    'node',
    vitest([
      file('a/one.test.ts', {
        assertionResults: [
          { fullName: 'pay is right', status: 'passed', failureMessages: [] },
          {
            fullName: 'pay is never negative',
            status: 'failed',
            failureMessages: [
              '\u001B[31mAssertionError: expected -1 to be 0\u001B[39m\n\n    at node_modules/x.js:1:1\n    at a/one.test.ts:7:3\n    at deeper.ts:1:1',
            ],
          },
          { fullName: 'pay is paid', status: 'pending', failureMessages: [] },
        ],
      }),
      file('a/two.test.ts', { status: 'passed' }),
    ]),
  )
  expect(failures).toEqual([
    {
      part: 'node',
      file: 'a/one.test.ts',
      title: 'pay is never negative',
      says: 'AssertionError: expected -1 to be 0\nat a/one.test.ts:7:3',
    },
  ])
})

it('names a file that could not be loaded', () => {
  const [failure] = failuresIn(
    'browser',
    vitest([file('b/three.test.ts', { message: 'SyntaxError: Unexpected token' })]),
  )
  expect(failure).toMatchObject({
    file: 'b/three.test.ts',
    title: 'the whole file',
    says: 'SyntaxError: Unexpected token',
  })
})

it('names each failed journey, also one that passed at its second try, and failures outside of tests', () => {
  const spec = (title: string, status: string, messages: string[]) => ({
    title,
    file: 'c.journey.ts',
    line: 12,
    tests: [{ status, results: messages.map((message) => ({ errors: [{ message }] })) }],
  })
  const failures = failuresIn(
    'journeys',
    playwright({
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
    }),
  )
  expect(failures.map(({ file: place, title, says }) => [place, title, says])).toEqual([
    ['c.journey.ts:12', 'amelia leaves', 'Error: not visible\nLocator: h1'],
    ['c.journey.ts:12', 'amelia returns', 'Error: late'],
    ['', 'outside of any test', 'The server did not start'],
  ])
})

it('is short, however long the errors are', () => {
  const long = Array.from({ length: 1000 }, () => 'x'.repeat(1000)).join('\n')
  const failures = failuresIn('node', vitest([file('d/four.test.ts', { message: long })]))
  expect(failureList(failures).length).toBeLessThan(1500)
  expect(failureList(failures)).toContain('✘ node: d/four.test.ts\n  the whole file\n      xxx')
})
