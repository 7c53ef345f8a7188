import { writeCsv } from '../../contract/csv.ts'
import { addDays, showMonth, type IsoDate } from '../../contract/dates.ts'
import { sumPounds } from '../../contract/money.ts'
import { BarChart } from '../../ui/BarChart.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { oneOf, useAddressParam, useSetAddress } from '../../ui/use-address-params.ts'
import { employerDashboardMessages as messages, showWholePounds } from './employer-dashboard.messages.ts'
import styles from './EmployerDashboard.module.css'
import { spendDimensions, type DashboardOverview, type SpendDimension, type SpendPart } from './overview.contract.ts'
import { startOfMonth } from './spend.rules.ts'
import { useOverview } from './use-employer-dashboard.ts'

export function SpendParts() {
  const { data } = useOverview()
  const last = data?.spendParts.months.at(-1)
  return data && last && <PartsOf {...data.spendParts} last={last} />
}

function PartsOf({ months, parts, last }: DashboardOverview['spendParts'] & { last: IsoDate }) {
  const setAddress = useSetAddress()
  const offered = spendDimensions.filter((by) => parts.some((part) => part.by === by && part.name))
  const by = oneOf(offered, useAddressParam('spend-by')) ?? 'benefit'
  const own = parts.filter((part) => part.by === by)
  const shown = own.filter(({ amounts }) => amounts.at(-1) !== 0)
  // The chart draws the first comparison without its name, so it must be the one with the month before.
  const before = startOfMonth(addDays(last, -1))
  const compared = months.includes(before) ? [before, yearBefore(last)].filter((month) => months.includes(month)) : []
  const notes = compared.map((month) => ({
    name: messages.changeSince(showMonth(month)),
    texts: shown.map((part) => changeOf(part, months.indexOf(month))),
  }))
  // Imported runs may not name the groups, so the total comes from the parts by benefit.
  const summed = by === 'payer' ? own : parts.filter((part) => part.by === 'benefit')
  const totalOf = (month: IsoDate) => sumPounds(summed.map(({ amounts }) => amounts[months.indexOf(month)] ?? 0))
  const changes = compared.map((month) => `${messages.comparedWith(totalOf(last), totalOf(month), showMonth(month))}.`)
  const smallFigures = compared.slice(0, 1).map((month) => messages.smallFigures(showMonth(month)))
  return (
    <Card as="section">
      <div className={styles.spend} data-tour="parts">
        <div role="group" aria-label={messages.spendBy} className={styles.chips}>
          {offered.map((one) => (
            <Chip key={one} pressed={one === by} onPress={() => setAddress({ 'spend-by': one })}>
              {messages.by[one]}
            </Chip>
          ))}
        </div>
        <BarChart
          title={messages.partsTitle[by](showMonth(last))}
          summary={[messages.partsTotal(totalOf(last)), ...changes, ...smallFigures].join(' ')}
          labelHeader={messages.by[by]}
          labels={shown.map(nameOf)}
          series={[{ name: showMonth(last), values: shown.map(({ amounts }) => amounts.at(-1) ?? null) }]}
          notes={notes}
          show={showWholePounds}
        />
        {own.some(({ name }) => name === null) && <p className={styles.small}>{messages.smallGroupsText}</p>}
        <div className={styles.actions}>
          <Button kind="secondary" icon="download" onClick={() => saveFile(fileOf({ by, months, parts: own }))}>
            {messages.downloadSpend}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function yearBefore(month: IsoDate): IsoDate {
  // A valid date, because every month has a first day in every year.
  return `${Number(month.slice(0, 4)) - 1}${month.slice(4)}` as IsoDate
}

function nameOf({ by, name }: SpendPart): string {
  if (name === null) return messages.smallGroups
  if (by === 'payer') return messages.payers[oneOf(payers, name) ?? 'employer']
  return name === '' ? messages.noGroup : name
}

const payers = ['employer', 'before-tax', 'after-tax'] as const

/** Sums of small groups are not compared, because each month may combine other groups. */
function changeOf({ name, amounts }: SpendPart, place: number): string {
  const [now, before] = [amounts.at(-1) ?? null, amounts[place] ?? null]
  if (name === null || now === null || before === null) return ''
  return messages.change(now, before)
}

function fileOf({ by, months, parts }: DashboardOverview['spendParts'] & { by: SpendDimension }) {
  const rows = parts.map((part) => [
    nameOf(part),
    ...part.amounts.map((amount) => (amount === null ? null : { digits: amount.toFixed(2) })),
  ])
  return {
    fileName: messages.spendFile(by, months.at(-1) ?? ''),
    mediaType: 'text/csv; charset=utf-8',
    bytes: new TextEncoder().encode(writeCsv([[messages.by[by], ...months.map(showMonth)], ...rows])),
  }
}
