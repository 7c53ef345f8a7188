import type { JsonLine } from '../../../platform/json-lines.ts'
import { pastLineFaults, pastRunFaults } from '../../payroll/past-run.rules.ts'
import { faultOf, type SchemeFault } from '../faults.ts'
import type { SchemeYearFile } from '../format.ts'
import type { HistoryLine } from './history-format.ts'
import type { History } from './read-history.server.ts'

type Period = HistoryLine<'periods'>
type Selection = HistoryLine<'selections'>

/** What of periods, deductions, locked runs and their files does not belong together, or does not tally. */
export function payFaults({ lines }: History, { year }: { year: SchemeYearFile }): SchemeFault[] {
  const payrolls = new Set(year.payrolls.map(({ code }) => code))
  const periods = new Map(lines.periods.map(({ value }) => [value.period, value]))
  const selections = new Map(lines.selections.map(({ value }) => [value.id, value]))
  const runs = new Set(lines.runs.map(({ value }) => value.period))
  const taken = Map.groupBy(lines.deductions, ({ value }) => value.period)
  const paid = Map.groupBy(lines['run-lines'], ({ value }) => value.period)
  return [
    ...lines.periods.flatMap((line) => periodFaults(line, payrolls)),
    ...lines.deductions.flatMap((line) => deductionFaults(line, { periods, selections })),
    ...lines.runs.flatMap((line) => runFaults(line, { periods, taken, paid })),
    ...lines['run-lines'].flatMap((line) => lineFaults(line, { runs, selections })),
    ...lines.reports.flatMap((line) => {
      const { period, type } = line.value
      if (period === null || (type === 'payroll' ? runs.has(period) : periods.has(period))) return []
      return [faultOf(line, `There is no locked run of ${period}`)]
    }),
  ]
}

function periodFaults(line: JsonLine<Period>, payrolls: ReadonlySet<string>): SchemeFault[] {
  const { period, startsOn, endsOn, cutOffOn, payOn } = line.value
  const [payroll = ''] = period.split('/')
  return [
    ...(payrolls.has(payroll) ? [] : [faultOf(line, `There is no payroll "${payroll}"`)]),
    ...(startsOn <= endsOn ? [] : [faultOf(line, 'The period ends before it begins')]),
    ...(cutOffOn <= payOn ? [] : [faultOf(line, 'The cut-off is later than the pay day')]),
  ]
}

function deductionFaults(
  line: JsonLine<HistoryLine<'deductions'>>,
  { periods, selections }: { periods: ReadonlyMap<string, Period>; selections: ReadonlyMap<string, Selection> },
): SchemeFault[] {
  const { period, originalPeriod, selection, version } = line.value
  const [own, original] = [periods.get(period), originalPeriod === null ? undefined : periods.get(originalPeriod)]
  const versions = selections.get(selection)?.versions
  return [
    ...(own ? [] : [faultOf(line, `There is no pay period ${period}`)]),
    ...(originalPeriod === null || original ? [] : [faultOf(line, `There is no pay period ${originalPeriod}`)]),
    ...(own && original && original.payOn >= own.payOn
      ? [faultOf(line, `An adjustment is of an earlier period than its own, and ${originalPeriod} is not`)]
      : []),
    ...(versions ? [] : [faultOf(line, `There is no selection ${selection}`)]),
    ...(versions && version > versions.length ? [faultOf(line, `The selection has no version ${version}`)] : []),
  ]
}

/** A run is made of its lines, and its lines of what its period takes. */
function runFaults(
  line: JsonLine<HistoryLine<'runs'>>,
  {
    periods,
    taken,
    paid,
  }: {
    periods: ReadonlyMap<string, Period>
    taken: ReadonlyMap<string, JsonLine<HistoryLine<'deductions'>>[]>
    paid: ReadonlyMap<string, JsonLine<HistoryLine<'run-lines'>>[]>
  },
): SchemeFault[] {
  const { period } = line.value
  if (!periods.has(period)) return [faultOf(line, `There is no pay period ${period}`)]
  const deducted = (side: 'employeePence' | 'employerPence') =>
    String((taken.get(period) ?? []).reduce((sum, { value }) => sum + BigInt(value[side]), 0n))
  const tallies = (['employeePence', 'employerPence'] as const).every((side) => deducted(side) === line.value[side])
  return [
    ...pastRunFaults(
      line.value,
      (paid.get(period) ?? []).map(({ value }) => value),
    ).map((reason) => faultOf(line, reason)),
    ...(tallies ? [] : [faultOf(line, `The deductions of ${period} do not come to what the run takes`)]),
  ]
}

function lineFaults(
  line: JsonLine<HistoryLine<'run-lines'>>,
  { runs, selections }: { runs: ReadonlySet<string>; selections: ReadonlyMap<string, Selection> },
): SchemeFault[] {
  const { period, person, selection, fields } = line.value
  const found = selections.get(selection)
  return [
    ...(runs.has(period) ? [] : [faultOf(line, `There is no locked run of ${period}`)]),
    ...(found ? [] : [faultOf(line, `There is no selection ${selection}`)]),
    ...(found && found.person !== person ? [faultOf(line, `The selection ${selection} is not of ${person}`)] : []),
    ...(fields['selection-id'] !== selection ? [faultOf(line, `Its selection-id must be ${selection}`)] : []),
    ...pastLineFaults(line.value).map((reason) => faultOf(line, reason)),
  ]
}
