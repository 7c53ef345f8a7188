// Lists the failures in the reports in FOLDER. Printed last, because often only the end of a long output is kept.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export type Failure = { part: string; file: string; title: string; says: string }

type VitestReport = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[]
  }[]
}

type Suite = { suites?: Suite[]; specs?: Spec[] }
type Spec = {
  title: string
  file: string
  line: number
  tests: { status: string; results: { errors: { message?: string }[] }[] }[]
}
type PlaywrightReport = Suite & { errors: { message?: string }[] }

export function failuresIn(part: string, report: VitestReport | PlaywrightReport): Failure[] {
  const found = 'testResults' in report ? ofVitest(report) : ofPlaywright(report)
  return found.map((failure) => ({ part, ...failure }))
}

function ofVitest({ testResults }: VitestReport): Omit<Failure, 'part'>[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((each) => each.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [{ file, title: 'the whole file', says: opening(message) }]
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      title: fullName,
      says: opening(failureMessages?.join('\n')),
    }))
  })
}

function ofPlaywright(report: PlaywrightReport): Omit<Failure, 'part'>[] {
  const failed = specsOf(report).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        file: `${file}:${line}`,
        title,
        says: opening(results.flatMap(({ errors }) => errors).find(({ message }) => message)?.message),
      })),
  )
  const outside = report.errors.map(({ message }) => ({
    file: '',
    title: 'outside of any test',
    says: opening(message),
  }))
  return [...failed, ...outside]
}

function specsOf({ suites = [], specs = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function opening(text = ''): string {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const message = lines.filter((line) => !line.startsWith('at ')).slice(0, 6)
  const place = lines.find((line) => line.startsWith('at ') && !line.includes('node_modules'))
  return [...message, ...(place ? [place] : [])].map((line) => line.slice(0, 200)).join('\n')
}

export function failureList(failures: readonly Failure[]): string {
  return failures
    .map(({ part, file, title, says }) => `✘ ${part}: ${file}\n  ${title}\n${says.replace(/^/gm, '      ')}`)
    .join('\n\n')
}

if (import.meta.main) {
  const folder = process.argv[2] ?? '.cache/reports'
  const failures = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    // Both runners have just written these reports.
    .flatMap((name) => failuresIn(name.replace('.json', ''), JSON.parse(readFileSync(join(folder, name), 'utf8'))))
  if (failures.length > 0) console.log(failureList(failures))
}
