import { writeCsv } from '../../contract/csv.ts'
import { londonDate, type IsoDate } from '../../contract/dates.ts'
import type { Download } from '../../contract/endpoint.ts'
import type { StreamedDownload } from '../../platform/handle.ts'
import { longDownload } from '../../platform/long-download.ts'
import type { ListedPerson } from './people-of-benefit.queries.ts'
import type { TakeUpRow } from './take-up.contract.ts'
import { takeUpMessages as say } from './take-up.messages.ts'
import { showTime } from './take-up.rules.ts'

type InGroup = { group: { name: string } | null }

const withGroup = (name: string, { group }: InGroup) => (group ? `${name}-${group.name}` : name)

export function takeUpFile(rows: readonly TakeUpRow[], { asOf, group }: InGroup & { asOf: string }): Download {
  const columns = [
    say.benefit,
    say.category,
    say.eligible,
    say.selected,
    say.optedOut,
    say.takeUpPercent,
    say.lastYearPercent,
  ]
  const name = withGroup('benefit-take-up', { group })
  return csv(`${name}-${londonDate(new Date(asOf))}-as-of-${showTime(asOf).replace(':', '-')}`, [
    columns,
    ...rows.map((row) => [
      row.name,
      row.categoryLabel,
      row.eligible,
      row.selected,
      row.optedOut,
      row.takeUp.toFixed(1),
      row.lastYear?.toFixed(1) ?? null,
    ]),
  ])
}

export async function peopleFile(
  { benefit, group }: InGroup & { benefit: string },
  holders: AsyncIterable<ListedPerson[]>,
  today: IsoDate,
): Promise<{ file: StreamedDownload; people: number }> {
  let people = 0
  async function* rows() {
    for await (const some of holders) {
      people += some.length
      yield some.map((one) => [
        one.employeeNumber,
        one.firstName,
        one.surname,
        one.email,
        say.statusOf[one.holding],
        one.from,
      ])
    }
  }
  const headings = [say.employeeNumber, say.firstName, say.surname, say.email, say.status, say.from]
  const name = withGroup(`take-up-${benefit}`, { group })
  const file = await longDownload({
    fileName: `${name}-${today}`,
    name,
    columns: headings.map((heading) => ({ heading, kind: heading === say.from ? 'date' : 'text' })),
    rows: rows(),
    format: 'csv',
  })
  return { file, people }
}

function csv(name: string, rows: Parameters<typeof writeCsv>[0]): Download {
  return { fileName: `${name}.csv`, mediaType: 'text/csv; charset=utf-8', bytes: Buffer.from(writeCsv(rows)) }
}
