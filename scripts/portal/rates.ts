import { type IsoDate, isoDate, londonDate, showDate } from '../../contract/dates.ts'
import { type DatedFigure, datedFigures } from '../../features/take-home/statutory-figures.rules.ts'
import { readTaxTables } from '../../services/payroll/tax-tables.queries.ts'
import { readConfig } from '../../server/config.ts'
import { fail, print } from './output.ts'
import { parseArguments, textOption } from './arguments.ts'

export const ratesUsage = `  npm run portal -- rates check [--on <date>]
                                     lists legal figures with sources and last days; exit code 1 if one has expired`

export async function ratesCommand(words: string[]): Promise<number | undefined> {
  const on = requestedDay(words)
  if (!on) return undefined
  const tables = (await readConfig(process.env)).taxTables ?? readTaxTables()
  const figures = datedFigures(tables)
  const over = figures.filter(({ ends }) => ends !== null && ends < on)
  const announced = tables.at(-1)?.announced ?? []
  const report = [
    ...figures.map((figure) => line(figure, on)),
    ...announced.map(({ from, text, source }) => `From ${showDate(from)}, announced: ${text}. Source: ${source}`),
  ].join('\n')
  if (over.length === 0) return print(report)
  return fail(
    `${report}\nFigures used after their last day: ${over.length}. Put the next year's file into the folder of TAX_TABLES.`,
  )
}

function line({ figure, source, ends }: DatedFigure, on: IsoDate): string {
  const until = ends === null ? 'No last day' : `Until ${showDate(ends)}`
  return `${until}${ends !== null && ends < on ? ', carried on' : ''}: ${figure}. Source: ${source}`
}

function requestedDay([command, ...words]: string[]): IsoDate | undefined {
  const parsed = command === 'check' ? parseArguments(words, { on: textOption }) : undefined
  if (!parsed || parsed.positionals.length > 0) return undefined
  const { on } = parsed.values
  return on === undefined ? londonDate(new Date()) : isoDate.safeParse(on).data
}
