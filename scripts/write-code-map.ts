// npm run map: writes docs/map.md, or with --check tests whether it is up to date.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, type Endpoint } from '../contract/endpoint.ts'
import { dailyJobs } from '../server/daily-jobs.ts'
import { mailKinds } from '../server/mail-kinds.ts'
import { writers } from '../tests/house-rules/writers.rules.ts'

const root = join(import.meta.dirname, '..')
const files = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .toSorted()

type Read = (path: string) => string
export const readSource: Read = (path) => readFileSync(join(root, path), 'utf8')

export async function writeCodeMap(read = readSource): Promise<string> {
  const sections = [
    ...section('Addresses', ['Address', 'Access', 'Screen'], addresses(read)),
    ...section('Addresses without a screen', ['Address', 'Served by'], serverAddresses(read)),
    ...section('Panels', ['Panel', 'Component'], panels(read)),
    ...section('Calls', ['Call', 'Access', 'Declared in', 'Handled in'], await calls(read)),
    ...section('Error codes', ['Code', 'Status', 'Declared in'], errorCodes(read)),
    ...section('Price rules', ['Rule', 'Calculated in'], [...priceMethods(read), ...priceRules(read)]),
    ...section('Mails', ['Mail', 'Text in'], mails(read)),
    ...section('Daily jobs', ['Job, in the order of a day', 'Export', 'Code in'], jobs(read)),
    ...section('Charts', ['Chart', 'Drawn by'], charts(read)),
    ...section('CSV files', ['File', 'Columns in', 'Meaning in'], csvFiles(read)),
    ...section(
      'Tables',
      ['Table', 'What a row is, who writes it, when it is removed', 'Created in', 'Owned by'],
      tables(read),
    ),
  ]
  const titles = sections.flatMap((line) => (line.startsWith('## ') ? [line.slice('## '.length)] : []))
  return [
    '# Map',
    '',
    titles.map((title) => `[${title}](#${title.toLowerCase().replaceAll(' ', '-')})`).join(' · '),
    '',
    'Written by `npm run map` from the sources. Search this page for a name to find its file.',
    '',
    'Access: `out` and `public` are open to anyone, `in` and `user` need a login, `employer` needs an employer user. In an address,',
    '`$name` is a parameter, and a final `$` is any rest.',
    '',
    ...sections,
  ].join('\n')
}

function section(title: string, heads: readonly string[], rows: readonly string[][]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [`## ${title}`, '', line(heads), line(heads.map(() => '---')), ...rows.map(line), '']
}

function addresses(read: Read): string[][] {
  const line = /\{ path: '([^']+)'(?:, access: '(\w+)')?[^\n]*?screen: ([^\n]*)\},?$/gm
  return [...read('web/routes.tsx').matchAll(line)].map(([, path = '', access = '', screen = '']) => [
    code(path),
    access,
    importedFile('web', screen),
  ])
}

/** Addresses that are not API calls, with the file that serves each address and a text that the file contains. */
const served = [
  ['/health/live', 'server/app.ts', '/health/live'],
  ['/health/ready', 'server/app.ts', '/health/ready'],
  ['/api/docs', 'server/api-description.ts', '/api/docs'],
  ['/api/openapi.json', 'server/api-description.ts', '/api/openapi.json'],
  ['/sso/start', 'server/sign-on.ts', 'signOnPaths.start'],
  ['/sso/callback', 'server/sign-on.ts', 'signOnAddresses.callback'],
  ['/sso/acs', 'server/sign-on.ts', 'signOnAddresses.acs'],
  ['/sso/backchannel-logout', 'server/sign-on.ts', 'signOnAddresses.backChannelLogout'],
  ['/sso/frontchannel-logout', 'server/sign-on.ts', 'signOnAddresses.frontChannelLogout'],
  ['/sso/metadata', 'server/sign-on.ts', '/sso/metadata'],
  ['/sso/logout', 'server/sign-on.ts', 'signOnAddresses.logout'],
  ['/pictures/{hash}', 'server/pictures.ts', 'paths.picture'],
  ['/reports/policy', 'server/policy-reports.ts', 'policy'],
  ['/demo/outbox', 'server/outbox.ts', '/demo/outbox'],
  ['/demo/ui', 'server/gallery.ts', '/demo/ui'],
] as const

function serverAddresses(read: Read): string[][] {
  return served.map(([address, file, text]) => [code(address), link(fileWith(file, text, read))])
}

/** Returns `file`. Throws if the file no longer contains the text, so that hand-written lists remain correct. */
function fileWith(file: string, text: string, read: Read): string {
  if (!read(file).includes(text)) throw new Error(`${file} does not contain ${text}: correct scripts/write-code-map.ts`)
  return file
}

function panels(read: Read): string[][] {
  const [above = '', list = ''] = read('web/panels.tsx').split('panelComponents')
  const [aboveEmployer = '', listed = ''] = read('web/EmployerPanels.tsx').split('employerPanels')
  const employerPanels = new Map(entriesOf(listed).map((entry) => [nameOf(entry), entry]))
  return entriesOf(list).map((entry) => {
    const name = nameOf(entry)
    const own = employerPanels.get(name)
    const file = own
      ? importedFile('web', own + sharedPanel(aboveEmployer, own))
      : importedFile('web', entry + sharedPanel(above, entry))
    return [code(name), file]
  })
}

function entriesOf(list: string): string[] {
  return list.split(/^ {2}(?='?[\w-]+'?: )/m).slice(1)
}

function nameOf(entry: string): string {
  return /^'?([\w-]+)/.exec(entry)?.[1] ?? ''
}

function sharedPanel(above: string, entry: string): string {
  const name = /^'?[\w-]+'?: (\w+),/.exec(entry)?.[1]
  return above.split(/^const /m).find((text) => text.startsWith(`${name} = `)) ?? ''
}

const layers = ['domain', 'services', 'features'] as const

async function calls(read: Read): Promise<string[][]> {
  const handledIn = handlerFiles(read)
  const rows: { address: string; method: string; access: string; file: string; name: string }[] = []
  for (const file of layers.flatMap((layer) => files(layer, '.contract.ts'))) {
    const declared: Record<string, unknown> = await import(join(root, file))
    for (const [name, each] of Object.entries(declared)) {
      if (!isEndpoint(each)) continue
      const parts = [...each.path.matchAll(/\{(\w+)\}/g)].map(([part, name = '']) => [name, part])
      rows.push({ ...each, address: decodeURIComponent(addressOf(each, Object.fromEntries(parts))), file, name })
    }
  }
  return rows
    .toSorted((one, other) => compare(one.address, other.address) || compare(one.method, other.method))
    .map(({ method, address, access, file, name }) => {
      const handler = handledIn.get(name)
      if (handler === undefined) throw new Error(`No file handles ${name}`)
      return [code(`${method} ${address}`), access, link(file), link(handler)]
    })
}

function handlerFiles(read: Read): Map<string, string> {
  const found = new Map<string, string>()
  for (const file of layers.flatMap((layer) => files(layer, '.api.ts'))) {
    const text = read(file)
    for (const [, local = ''] of text.matchAll(/\bhandle\w*\(\s*(?:\w+\.)?(\w+),/g)) {
      const name = new RegExp(String.raw`\b(\w+) as ${local}\b`).exec(text)?.[1] ?? local
      if ((found.get(name) ?? file) !== file) throw new Error(`${file} and ${found.get(name)} handle ${name}`)
      found.set(name, file)
    }
  }
  return found
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

function isEndpoint(value: unknown): value is Pick<Endpoint, 'method' | 'base' | 'path' | 'access'> {
  return typeof value === 'object' && value !== null && 'method' in value && 'base' in value && 'path' in value
}

const isTest = (file: string): boolean => /\.(test|samples)\.tsx?$/.test(file)

function errorCodes(read: Read): string[][] {
  return ['contract', ...layers, 'server']
    .flatMap((folder) => files(folder, '.ts'))
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      [...read(file).matchAll(/\brefusal\(\s*'([\w-]+)',\s*(\d+)[^)]*\)(?:, status: (\d+))?/g)].map(
        ([, name = '', declared = '', status = declared]) => ({ name, status, file }),
      ),
    )
    .toSorted((one, other) => compare(one.name, other.name) || compare(one.file, other.file))
    .map(({ name, status, file }) => [code(name), status, link(file)])
}

function priceMethods(read: Read): string[][] {
  const [folder, all] = ['domain/pricing', 'price-by-method.ts']
  const text = read(`${folder}/${all}`)
  return [...text.matchAll(/case '([\w-]+)':\s*return (price\w+)\(/g)].map(([, method = '', name = '']) => {
    const [, file = all] = new RegExp(String.raw`import \{[^}]*\b${name}\b[^}]*\} from '\./([^']+)'`).exec(text) ?? []
    return [`method ${code(method)}`, link(`${folder}/${file}`)]
  })
}

const rulesOfPrices = [
  [
    'who pays: employee, employer, up to a cover, an amount or a percentage',
    'domain/pricing/split-between-payers.ts',
    'splitBetweenPayers',
  ],
  [
    'shares of a yearly price by pay period, and instalments',
    'domain/pricing/spread-over-pay-days.ts',
    'spreadAmounts',
  ],
  ['pay days of a year: 53, 27 or 14', 'domain/pricing/pay-days.rules.ts', 'payDaysIn'],
  ['cover that begins or ends within a pay period', 'services/payroll/part-period.rules.ts', 'partPeriodRule'],
  ['the whole schedule of deductions', 'services/payroll/deductions.rules.ts', 'deductionSchedule'],
  ['premium: cover ÷ unit × rate, rounded once for the whole cover', 'domain/pricing/premium.ts', 'premiumFor'],
  ['each step of a derivation, with its rounding', 'domain/pricing/trace-rules.ts', 'traceRules'],
  ['rounding to pence', 'domain/pricing/money.ts', 'roundHalfUp'],
  ['age on a day', 'domain/pricing/age.ts', 'ageOn'],
  ['flex allowance', 'domain/pricing/flex-allowance.ts', 'payFromAllowance'],
  ['flex allowance carried over', 'services/recalculation/allowance-carry-over.rules.ts', 'unspentAllowance'],
  ['yearly increase', 'domain/selections/yearly-increase.rules.ts', 'increaseDays'],
  ['minimum wage', 'features/take-home/minimum-wage-guard.server.ts', 'requireMinimumWage'],
  ['cap of childcare vouchers', 'features/renewal/voucher-estimate.server.ts', 'voucherEstimateSteps'],
  ['balance at leaving', 'services/recalculation/settlement.rules.ts', 'lastPay'],
  ['take-home pay, tax, National Insurance', 'domain/tax/gross-to-net.rules.ts', 'grossToNet'],
] as const

function priceRules(read: Read): string[][] {
  return rulesOfPrices.map(([rule, file, text]) => [rule, link(fileWith(file, text, read))])
}

function mails(read: Read): string[][] {
  const texts = layers.flatMap((layer) => files(layer, '.ts')).filter((file) => /mails?(\.messages)?\.ts$/.test(file))
  return mailKinds.map(({ name }) => [code(name), link(fileNaming(name, texts, read))])
}

function jobs(read: Read): string[][] {
  const sources = [...layers.flatMap((layer) => files(layer, '.jobs.ts')), 'server/removal-jobs.ts']
  return dailyJobs([randomBytes(32)]).map(({ name }) => {
    const file = fileNaming(name, sources, read)
    return [name, code(exportAround(`'${name}'`, read(file))), link(file)]
  })
}

function exportAround(text: string, source: string): string {
  const before = source.slice(0, source.indexOf(text))
  return [...before.matchAll(/^export (?:const|function) (\w+)/gm)].at(-1)?.[1] ?? ''
}

function fileNaming(name: string, among: readonly string[], read: Read): string {
  const [file, ...others] = among.filter((each) => read(each).includes(`'${name}'`))
  if (file === undefined || others.length > 0)
    throw new Error(`'${name}' is in ${others.length + (file ? 1 : 0)} files`)
  return file
}

function charts(read: Read): string[][] {
  return files('features', '.tsx')
    .filter((file) => !isTest(file))
    .flatMap((file) => [...read(file).matchAll(/ui\/(\w+Chart)\.tsx'/g)].map(([, name = '']) => [file, name] as const))
    .map(([file, name]) => [link(file), link(`ui/${name}.tsx`)])
}

const csvColumns: readonly (readonly [name: string, file: string, columns: string, meaning?: string])[] = [
  [
    'employee data: `people.csv`, uploads and their template',
    'services/people/people-csv.rules.ts',
    'peopleColumns',
    'scheme-folder.md#peoplecsv',
  ],
  [
    'rates of a scheme folder: `rates/*.csv`',
    'features/scheme/rate-checks.server.ts',
    'columns',
    'scheme-folder.md#ratescsv',
  ],
  [
    '`opening-selections.csv`, `statements.csv`',
    'features/scheme/opening-selections-file.server.ts',
    'statements.csv',
    'scheme-folder.md#example-clients',
  ],
  ['faults of an upload', 'features/data-uploads/data-uploads.api.ts', "'line', 'column'"],
  ['employees, and their two-factor authentication', 'features/employees/employee-file.server.ts', 'columns'],
  ['payroll run', 'services/payroll/payroll-line.rules.ts', 'payrollFields'],
  ['provider report', 'services/reports/provider.rules.ts', 'providerFields'],
  ['life events', 'features/reports/LifeEventReportPanel.tsx', 'headings'],
  ['take-up, and the people of a benefit', 'features/take-up/take-up-file.server.ts', 'columns'],
  ['pension assessments', 'features/pension-enrolment/assessments.api.ts', 'columns'],
  ['balances of leavers', 'features/leavers/leaver-balances.api.ts', 'columns'],
  [
    '`ends.csv` and `owed.csv` of `portal leavers`',
    'features/scheme-export/leavers.server.ts',
    'endColumns',
    'operating.md#a-client-that-leaves',
  ],
]

function csvFiles(read: Read): string[][] {
  return csvColumns.map(([name, file, columns, meaning]) => [
    name,
    link(fileWith(file, columns, read)),
    meaning ? `[${meaning}](${meaning})` : '',
  ])
}

function tables(read: Read): string[][] {
  const migrations = files('database/migrations', '.sql').map((file) => ({ file, text: read(file) }))
  const comments = new Map(
    migrations.flatMap(({ text }) =>
      [...text.matchAll(/^comment on table ([a-z_]+) is((?:\s+'(?:[^']|'')*')+);$/gm)].map(
        ([, table = '', said = '']) => [table, textOf(said)] as const,
      ),
    ),
  )
  return migrations.flatMap(({ file, text }) =>
    [...text.matchAll(/^create table ([a-z_]+) \(/gm)].map(([, table = '']) => [
      code(table),
      comments.get(table) ?? '',
      link(file),
      (writers[table] ?? ['nobody']).map(code).join(', '),
    ]),
  )
}

function textOf(literals: string): string {
  return [...literals.matchAll(/'((?:[^']|'')*)'(?!')/g)].map(([, part = '']) => part.replaceAll("''", "'")).join('')
}

function importedFile(from: string, text: string): string {
  const [, to] = /import\('([^']+)'\)/.exec(text) ?? []
  return to ? link(join(from, to)) : 'not built yet, see [gaps](gaps.md)'
}

const code = (text: string): string => `\`${text}\``
const link = (file: string): string => `[${file}](../${file})`

if (import.meta.main) {
  const target = join(root, 'docs/map.md')
  const map = await writeCodeMap()
  if (process.argv.includes('--check')) {
    if (readFileSync(target, 'utf8') !== map) {
      console.error('docs/map.md is stale. Run npm run map.')
      process.exitCode = 1
    }
  } else {
    writeFileSync(target, map)
  }
}
