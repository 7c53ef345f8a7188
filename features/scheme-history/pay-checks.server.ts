import { noRunLines, importedLineFaults, importedRunFaults, addRunLine } from '../payroll/imported-run.rules.ts'
import type { HistoryCheck, HistoryLine } from './history-format.ts'
import type { History } from './read-history.server.ts'

export type PaySelection = { person: string; versions: number }

type PayKind = 'periods' | 'deductions' | 'leaver-balances' | 'runs' | 'run-lines' | 'reports'
type Sides = Record<'employeePence' | 'employerPence', bigint>

export function payChecks(
  history: History,
  { payrolls, selections }: { payrolls: ReadonlySet<string>; selections: ReadonlyMap<string, PaySelection> },
): { [Kind in PayKind]: HistoryCheck<Kind> } {
  const runs = new Set(history.lines('runs').map(({ value }) => value.period))
  const periods = new Map<string, HistoryLine<'periods'>>()
  const taken = new Map<string, Sides>()
  const paid = new Map<string, typeof noRunLines>()
  /** Tax relief by period: the part of pension contributions that the provider claims from HMRC and no run deducts. */
  const taxRelief = new Map<string, bigint>()

  return {
    periods: (line) => {
      const { period, startsOn, endsOn, cutOffOn, payOn } = line
      periods.set(period, line)
      const [payroll = ''] = period.split('/')
      return [
        ...(payrolls.has(payroll) ? [] : [`There is no payroll "${payroll}"`]),
        ...(startsOn <= endsOn ? [] : ['The period ends before it begins']),
        ...(cutOffOn <= payOn ? [] : ['The cut-off is later than the pay day']),
      ]
    },
    deductions: ({ period, originalPeriod, selection, version, employeePence, employerPence }) => {
      const before = taken.get(period)
      taken.set(period, {
        employeePence: (before?.employeePence ?? 0n) + BigInt(employeePence),
        employerPence: (before?.employerPence ?? 0n) + BigInt(employerPence),
      })
      const own = periods.get(period)
      const original = originalPeriod === null ? undefined : periods.get(originalPeriod)
      const versions = selections.get(selection)?.versions
      return [
        ...(own ? [] : [`There is no pay period ${period}`]),
        ...(originalPeriod === null || original ? [] : [`There is no pay period ${originalPeriod}`]),
        ...(own && original && original.payOn >= own.payOn
          ? [`An adjustment corrects an earlier period, and ${originalPeriod} is not earlier`]
          : []),
        ...(versions === undefined ? [`There is no selection ${selection}`] : []),
        ...(versions !== undefined && version > versions ? [`The selection has no version ${version}`] : []),
      ]
    },
    'leaver-balances': ({ selection, deductedPence, deductedOn }) => [
      ...(selections.has(selection) ? [] : [`There is no selection ${selection}`]),
      ...((deductedPence === null) === (deductedOn === null)
        ? []
        : ['Please give both the amount that payroll deducted and its day, or neither']),
    ],
    'run-lines': (line) => {
      const { period, person, selection, fields } = line
      paid.set(period, addRunLine(paid.get(period) ?? noRunLines, line))
      taxRelief.set(period, (taxRelief.get(period) ?? 0n) + penceIn(fields['tax-relief']))
      const found = selections.get(selection)
      return [
        ...(runs.has(period) ? [] : [`There is no locked run of ${period}`]),
        ...(found ? [] : [`There is no selection ${selection}`]),
        ...(found && found.person !== person ? [`The selection ${selection} is not of ${person}`] : []),
        ...(fields['selection-id'] === selection ? [] : [`Its selection-id must be ${selection}`]),
        ...importedLineFaults(line),
      ]
    },
    runs: (run) => {
      const { period } = run
      if (!periods.has(period)) return [`There is no pay period ${period}`]
      const { employeePence, employerPence } = taken.get(period) ?? { employeePence: 0n, employerPence: 0n }
      const tallies =
        String(employeePence - (taxRelief.get(period) ?? 0n)) === run.employeePence &&
        String(employerPence) === run.employerPence
      return [
        ...importedRunFaults(run, paid.get(period) ?? noRunLines),
        ...(tallies ? [] : [`The deductions of ${period} do not add up to the run`]),
      ]
    },
    reports: ({ period, type }) => {
      if (period === null || (type === 'payroll' ? runs.has(period) : periods.has(period))) return []
      return [`There is no locked run of ${period}`]
    },
  }
}

/** Returns 0 for text that is not an amount, because such a line already has a fault. */
function penceIn(amount: string): bigint {
  return /^-?\d+\.\d\d$/.test(amount) ? BigInt(amount.replace('.', '')) : 0n
}
