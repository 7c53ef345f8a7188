import { storedEmail } from '../../contract/email.ts'
import type { IsoDate } from '../../contract/dates.ts'
import { readCsv } from '../../platform/csv.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { rateTable, type RateTable } from '../../domain/pricing/rate-table.ts'
import { readPeople, type PersonRow } from '../../services/people/people-csv.rules.ts'
import type { IdentityProvider } from '../../services/session/provider.rules.ts'
import { checkScheme } from './scheme-checks.server.ts'
import { neededPages, readContent, type ContentEntry } from './content-files.server.ts'
import { isDay, resolveDay } from '../../domain/definition/day.rules.ts'
import { inFileOrder, type SchemeFault } from '../../services/scheme/scheme-faults.ts'
import { hashOfFolder, openFolder, readTextFile, type Folder } from '../../services/scheme/open-folder.server.ts'
import {
  accountsFile,
  clientFile,
  metadataFile,
  schemeYearFile,
  type AccountsFile,
  type ClientFile,
  type SchemeYearFile,
} from '../../services/scheme/folder-format.ts'
import { checkHistory } from '../scheme-history/history-checks.server.ts'
import { isHistoryFile, readHistory, type History } from '../scheme-history/read-history.server.ts'
import { readIdentityProvider } from './identity-provider.server.ts'
import { readImage, type SchemeImage } from './images.server.ts'
import { logoFaults } from './logo-checks.server.ts'
import {
  readOpeningSelections,
  readStatements,
  type OpeningSelection,
  type StatementEntry,
} from './opening-selections-file.server.ts'
import { readYaml, type YamlFile } from '../../platform/yaml-file.ts'
import { benefitDefinition } from './benefit-definition.rules.ts'

type RateFile = { table: RateTable; file: string; lines: number[] }

export type Scheme = {
  today: IsoDate
  hash: string
  client: YamlFile<ClientFile>
  identityProvider: IdentityProvider | undefined
  year: YamlFile<SchemeYearFile>
  benefits: YamlFile<BenefitDefinition>[]
  withdrawn: YamlFile<BenefitDefinition>[]
  rates: RateFile[]
  content: ContentEntry[]
  images: SchemeImage[]
  texts: { name: string; content: string }[]
  people: PersonRow[]
  accounts: YamlFile<AccountsFile> | undefined
  openings: OpeningSelection[]
  statements: StatementEntry[]
  history: History | undefined
  /** Scheme years before the folder's, oldest first. They have no people, pictures or history of their own. */
  earlierYears: Scheme[]
}

export async function readScheme(
  path: string,
  today: IsoDate,
  readOn: IsoDate = today,
): Promise<{ scheme: Scheme } | { faults: SchemeFault[] }> {
  const faults: SchemeFault[] = []
  const folder = await openFolder(path, faults)
  if (folder.size === 0 && faults.length > 0) return { faults }
  const earlierYears = readEarlierYears(folder, { today, readOn }, faults)
  const read = readYear(folder, { today, readOn, earlierYears }, faults)
  return read ? { scheme: read } : { faults: inFileOrder(faults) }
}

const ofEarlierYear = /^(client\.yaml|README\.md|scheme-[a-z0-9-]+\.yaml|(benefits|withdrawn|rates|content)\/[^/]+)$/
const yearFile = /^years\/(\d{4})\/(.+)$/

function readEarlierYears(folder: Folder, days: { today: IsoDate; readOn: IsoDate }, faults: SchemeFault[]): Scheme[] {
  const pictures = [...folder].filter(([name]) => name.startsWith('images/'))
  const years = Map.groupBy(folder, ([name]) => yearFile.exec(name)?.[1])
  years.delete(undefined)
  return [...years]
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
    .flatMap(([year, entries]) => {
      const own = entries.map(([name, file]) => [yearFile.exec(name)?.[2] ?? '', file] as const)
      const found: SchemeFault[] = own
        .filter(([name]) => name !== metadataFile && !ofEarlierYear.test(name))
        .map(([file]) => ({ file, line: 1, reason: 'An earlier year has no such file' }))
      const scheme = readYear(new Map([...own, ...pictures]), { ...days, earlierYears: [], isEarlier: true }, found)
      faults.push(...found.map((fault) => ({ ...fault, file: `years/${year}/${fault.file}` })))
      return scheme ?? []
    })
}

function readYear(
  folder: Folder,
  {
    today,
    readOn,
    earlierYears,
    isEarlier = false,
  }: { today: IsoDate; readOn: IsoDate; earlierYears: Scheme[]; isEarlier?: boolean },
  faults: SchemeFault[],
): Scheme | undefined {
  const fileNames = [...folder.keys()].filter((name) => !yearFile.test(name))

  const client = yaml(folder, 'client.yaml', clientFile, faults)
  const identityProvider = readIdentityProvider(client, folder, faults)
  const yearFiles = fileNames.filter((name) => /^scheme-[a-z0-9-]+\.yaml$/.test(name))
  if (yearFiles.length === 0) faults.push({ file: 'scheme-<year>.yaml', line: 1, reason: 'The file is missing' })
  for (const file of yearFiles.slice(1))
    faults.push({ file, line: 1, reason: `A folder holds one scheme year, and there is ${yearFiles[0]} already` })
  const year = yearFiles[0] === undefined ? undefined : yaml(folder, yearFiles[0], schemeYearFile, faults)
  const benefits = fileNames
    .filter((name) => name.startsWith('benefits/') && isBenefitFile(name))
    .flatMap((file) => yaml(folder, file, benefitDefinition, faults) ?? [])
  const withdrawn = fileNames
    .filter((name) => /^withdrawn\/[^/]+\.yaml$/.test(name))
    .flatMap((file) => yaml(folder, file, benefitDefinition, faults) ?? [])
  const rates = year === undefined ? [] : readRates(folder, year, today, faults)
  for (const file of neededPages) if (!folder.has(file)) faults.push({ file, line: 1, reason: 'The file is missing' })
  const pages = fileNames
    .filter((name) => name.startsWith('content/'))
    .map((file) => readContent(file, readTextFile(folder, file, faults) ?? '', faults))
  const images = readImages(folder, faults)
  const { people, emails } = readPeopleFile(
    folder,
    year?.value.payrolls.map(({ code }) => code),
    today,
    faults,
  )
  const accounts = folder.has('people-accounts.yaml')
    ? yaml(folder, 'people-accounts.yaml', accountsFile, faults)
    : undefined
  const openings = readOpeningSelections(csv(folder, 'opening-selections.csv', faults), today, faults)
  const statements = readStatements(csv(folder, 'statements.csv', faults), today, faults)

  const history = readHistory(folder)
  const parts = { today, benefits, withdrawn, rates, images, people, accounts, openings, statements }
  const contentImages = pages.flatMap((page) => page.images)
  const promotedBenefits = pages.flatMap((page) => page.benefits)
  faults.push(
    ...unknownFiles(fileNames, yearFiles),
    ...(client && !isEarlier ? logoFaults(client.value.theme.logos, images) : []),
    ...checkScheme({ ...parts, isEarlier, readOn, client, year, emails, fileNames, contentImages, promotedBenefits }),
    ...(history && year
      ? checkHistory(history, { years: [...earlierYears, { year, benefits, withdrawn }], today, readOn })
      : earlierYears
          .slice(0, 1)
          .map(() => ({ file: 'years', line: 1, reason: 'Only an export has earlier years: history is missing' }))),
  )
  if (faults.length > 0 || client === undefined || year === undefined) return undefined
  return {
    ...parts,
    hash: hashOfFolder(folder),
    client,
    identityProvider,
    year,
    content: pages.flatMap(({ entries }) => entries),
    texts: textsOf(folder),
    history,
    earlierYears,
  }
}

function yaml<Schema extends Parameters<typeof readYaml>[2]>(
  folder: Folder,
  file: string,
  schema: Schema,
  faults: SchemeFault[],
) {
  if (!folder.has(file)) {
    faults.push({ file, line: 1, reason: 'The file is missing' })
    return undefined
  }
  const text = readTextFile(folder, file, faults)
  return text === undefined ? undefined : readYaml(file, text, schema, faults)
}

function csv(folder: Folder, file: string, faults: SchemeFault[]) {
  const text = readTextFile(folder, file, faults)
  return { file, csv: text === undefined ? undefined : readCsv(text) }
}

function readRates(folder: Folder, year: YamlFile<SchemeYearFile>, today: IsoDate, faults: SchemeFault[]): RateFile[] {
  return year.value.rates.flatMap((entry, index) => {
    const text = readTextFile(folder, entry.file, faults)
    if (text === undefined) {
      if (!folder.has(entry.file))
        faults.push({
          file: year.file,
          line: year.lineOf(['rates', index, 'file']),
          reason: `There is no file ${entry.file}`,
        })
      return []
    }
    const { columns, rows, faults: unreadable } = readCsv(text)
    faults.push(...unreadable.map(({ line, reason }) => ({ file: entry.file, line, reason })))
    const table = rateTable.safeParse({
      code: entry.code,
      effectiveFrom: resolveDay(entry.effectiveFrom, today),
      source: entry.source,
      columns,
      rows: rows.map(({ cells }) => cells),
    })
    if (table.success) return [{ table: table.data, file: entry.file, lines: rows.map(({ line }) => line) }]
    // Faults of rows are already reported. The others concern the header, or a table without rows.
    if (unreadable.length === 0)
      faults.push(...table.error.issues.map((issue) => ({ file: entry.file, line: 1, reason: issue.message })))
    return []
  })
}

function readImages(folder: Folder, faults: SchemeFault[]): SchemeImage[] {
  return [...folder]
    .filter(([name]) => name.startsWith('images/'))
    .flatMap(([name, { read }]) => {
      const image = readImage(name, read())
      if (!('refused' in image)) return [image]
      faults.push({ file: name, line: image.line, reason: image.refused })
      return []
    })
}

function readPeopleFile(
  folder: Folder,
  payrolls: string[] | undefined,
  today: IsoDate,
  faults: SchemeFault[],
): { people: PersonRow[]; emails: Set<string> } {
  const { csv: file } = csv(folder, 'people.csv', faults)
  if (file === undefined) return { people: [], emails: new Set() }
  // A faulty scheme year has no payrolls, so accept every payroll name.
  const known = payrolls ?? [...new Set(file.rows.map(({ cells }) => cells['payroll'] ?? ''))]
  const read = readPeople(file, {
    today,
    payrolls: known,
    readDay: (text) => (isDay(text) ? resolveDay(text, today) : undefined),
  })
  faults.push(...read.faults.map(({ line, reason }) => ({ file: 'people.csv', line, reason })))
  return { people: read.people, emails: new Set(file.rows.map(({ cells }) => storedEmail(cells['email'] ?? ''))) }
}

const singleFiles = new Set([
  'client.yaml',
  metadataFile,
  'people.csv',
  'people-accounts.yaml',
  'opening-selections.csv',
  'statements.csv',
  'README.md',
])

function unknownFiles(fileNames: string[], yearFiles: string[]): SchemeFault[] {
  const known = (name: string) =>
    singleFiles.has(name) ||
    isBenefitFile(name) ||
    yearFiles.includes(name) ||
    isHistoryFile(name) ||
    /^(content|images|rates|files)\//.test(name)
  return fileNames
    .filter((name) => !known(name))
    .map((file) => ({ file, line: 1, reason: 'A scheme folder has no such file' }))
}

function isBenefitFile(name: string): boolean {
  return /^(benefits|withdrawn)\/[^/]+\.yaml$/.test(name)
}

function textsOf(folder: Folder): { name: string; content: string }[] {
  return [...folder.keys()]
    .filter((name) => name === metadataFile || name === 'README.md' || /^(rates|content)\//.test(name))
    .map((name) => ({ name, content: readTextFile(folder, name, []) ?? '' }))
}
