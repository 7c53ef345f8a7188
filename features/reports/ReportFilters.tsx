import { showMonth } from '../../contract/dates.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { useSetAddress } from '../../ui/use-address-params.ts'
import { panelMessages as say } from './report-panel.messages.ts'
import type { ReportType } from '../../services/reports/reports.contract.ts'
import { useReports } from './use-report-files.ts'

export function ReportFilters({ type, params }: { type: ReportType; params: Readonly<Record<string, string>> }) {
  const narrow = useSetAddress()
  const { reports } = useReports({ type })
  const everything = reports === 'Error' || reports === undefined ? [] : reports
  const providers = everything.flatMap(({ providerName }) => providerName ?? [])
  return (
    <>
      <SelectField
        label={say.year}
        isFilter
        value={params['year'] ?? ''}
        onChange={(year) => narrow({ year })}
        placeholder={say.everyYear}
        choices={choicesOf(
          everything.map(({ year }) => String(year)),
          params['year'],
        ).toReversed()}
      />
      <SelectField
        label={say.month}
        isFilter
        value={params['month'] ?? ''}
        onChange={(month) => narrow({ month })}
        placeholder={say.everyMonth}
        choices={months}
      />
      {type === 'provider' && (
        <SelectField
          label={say.provider}
          isFilter
          value={params['provider'] ?? ''}
          onChange={(provider) => narrow({ provider })}
          placeholder={say.everyProvider}
          choices={choicesOf(providers, params['provider'])}
        />
      )}
    </>
  )
}

function choicesOf(values: readonly string[], asked: string | undefined) {
  const all = new Set([...values, ...(asked ? [asked] : [])])
  return [...all].toSorted((a, b) => a.localeCompare(b)).map((value) => ({ value, label: value }))
}

const months = Array.from({ length: 12 }, (_, index) => {
  const number = String(index + 1)
  return { value: number, label: showMonth(`2026-${number.padStart(2, '0')}-01`).split(' ')[0] ?? number }
})
