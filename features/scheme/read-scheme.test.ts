import { execFile } from 'node:child_process'
import { mkdtemp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { type FolderChanges, withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { resolveDay } from '../../domain/definition/day.rules.ts'
import { showFault } from '../../services/scheme/scheme-faults.ts'
import { readScheme } from './read-scheme.server.ts'
import { schemeWarnings } from './scheme-warnings.server.ts'

const root = join(import.meta.dirname, '../..')
const example = (client: string) => join(root, 'examples', client)
const today = '2026-11-21' as IsoDate

const text = '---\ntitle: A page\n---\nSome words.\n'
const pages = { 'content/terms.md': text, 'content/privacy.md': text, 'content/cookies.md': text }

function folderOf(files: Record<string, string>): Promise<string> {
  return folderOfOnly({ ...pages, ...files })
}

async function folderOfOnly(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scheme-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

async function faultsOf(folder: string, readOn: IsoDate = today): Promise<string[]> {
  const read = await readScheme(folder, today, readOn)
  return 'faults' in read ? read.faults.map(showFault) : []
}

function warningsOf(name: string, changes: FolderChanges) {
  return withChangedFolder(example(name), changes, async (folder) => {
    const read = await readScheme(folder, today)
    if ('faults' in read) throw new Error(read.faults.map(showFault).join('\n'))
    return schemeWarnings(read.scheme)
  })
}

const client = 'name: One\naddresses: [one]\n'
const year = `from: startOfTaxYear
to: endOfTaxYear
payrolls:
  - { code: monthly, name: Monthly, frequency: monthly, payDay: 28, cutOffDays: 10, format: standard }
payrollFormats:
  - { code: standard, fileName: payroll.csv, columns: [{ heading: Name, field: name }] }
`

describe('example folders', () => {
  it.each(['demo', 'plain', 'copperleaf'])('%s has no errors, whatever the current day is', async (name) => {
    for (const day of ['2026-11-21', '2028-02-29', '2027-04-05', '2027-04-06', '2026-12-31']) {
      const read = await readScheme(example(name), day as IsoDate)
      expect('faults' in read ? read.faults.map(showFault) : []).toEqual([])
      if ('faults' in read) continue
      const annual = read.scheme.year.value.windows.find(({ cause }) => cause === 'annual')
      expect(
        resolveDay(annual?.opens ?? '', day as IsoDate) < day && day < resolveDay(annual?.closes ?? '', day as IsoDate),
      ).toBe(true)
    }
  })
})

describe('age at which a benefit ends', () => {
  it.each([
    // People who reach State Pension age in scheme year 2026/27 do so at 66 years and up to 9 months.
    [64, 1],
    [65, 1],
    [66, 0],
    [70, 0],
  ])('of %i gives %i warnings, and no error', async (age, count) => {
    const file = 'benefits/critical-illness.yaml'
    const warnings = await warningsOf('demo', { [file]: (text) => text.replace('to: 69', `to: ${age}`) })
    expect(warnings.map((one) => [one.file, one.reason.split(':')[0]])).toEqual(
      Array.from({ length: count }, () => [
        file,
        `The last age ${age} is below the greater of 65 and State Pension age`,
      ]),
    )
  })
})

it("a National Insurance letter that is not allowed at the person's age causes a warning with its line", async () => {
  const warnings = await warningsOf('plain', { 'people.csv': (text) => text.replace('rUK,A', 'rUK,C') })
  expect(warnings.map(showFault)).toEqual([
    expect.stringMatching(
      /^people\.csv:2 A National Insurance letter that does not fit the age: letter C at the age of/,
    ),
  ])
})

it('childcare vouchers above the exempt amount cause a warning', async () => {
  const file = 'benefits/childcare-vouchers.yaml'
  const warnings = await warningsOf('demo', { [file]: (text) => text.replace('higher: 124', 'higher: 125') })
  expect(warnings.map((one) => [one.file, one.reason.split('. ')[0]])).toEqual([
    [file, 'maxByTaxBand allows more than £243, £124 or £110 a month'],
  ])
})

describe('conditions that may no longer be met after joining', () => {
  it.each([
    ['pension', 'age: end', '"whenNoLongerMet.age": A failed condition may close a pension, but not end it'],
    ['cycle-to-work', 'location: end', '"whenNoLongerMet.location": A single purchase is paid in full'],
    ['holiday-trading', 'status: end', '"whenNoLongerMet.status": A single purchase is paid in full'],
  ])('cannot end %s', async (code, said, fault) => {
    const changes: FolderChanges = { [`benefits/${code}.yaml`]: (text) => `${text}whenNoLongerMet: { ${said} }\n` }
    expect(await withChangedFolder(example('demo'), changes, faultsOf)).toEqual([expect.stringContaining(fault)])
  })

  it('must name payrolls of the scheme year', async () => {
    const changes: FolderChanges = {
      'benefits/dental.yaml': (text) => `${text}offeredTo: { payrolls: [monthly, yearly] }\n`,
    }
    expect(await withChangedFolder(example('demo'), changes, faultsOf)).toEqual([
      expect.stringContaining('There is no payroll "yearly"'),
    ])
  })
})

describe('registered disabled dependants', () => {
  const kind = /  - \{ code: disability.*\n/

  it.each([
    [
      'no life event to report it',
      { 'scheme-current.yaml': (text: string) => text.replace(kind, '') },
      'no life event of the type "disability"',
    ],
    [
      'a life event without evidence',
      {
        'scheme-current.yaml': (text: string) =>
          text.replace('needsEvidence: true, type: disability', 'needsEvidence: false, type: disability'),
      },
      'needs needsEvidence: true',
    ],
    [
      'no last age',
      {
        'benefits/dental.yaml': (text: string) => text.replace(/ {4}dependantsUnder: 21\n.*inEducationUnder: 24\n/, ''),
      },
      'without it the option has no last age',
    ],
  ] satisfies [string, FolderChanges, string][])(
    'are refused in a scheme folder with %s',
    async (_, changes, fault) => {
      expect((await withChangedFolder(example('demo'), changes, faultsOf))[0]).toContain(fault)
    },
  )
})

describe('scheme folder with errors', () => {
  it('must contain at least a client and a scheme year', async () => {
    expect(await faultsOf(await folderOf({ 'client.yaml': client, 'scheme-2026.yaml': year }))).toEqual([])
  })

  it('must contain the pages that everyone has to accept first', async () => {
    const folder = await folderOfOnly({ 'client.yaml': client, 'scheme-2026.yaml': year, 'content/terms.md': text })
    expect(await faultsOf(folder)).toEqual([
      'content/cookies.md:1 The file is missing',
      'content/privacy.md:1 The file is missing',
    ])
  })

  it.each([
    ['', { employers: true, employees: false }],
    ['switches: { twoFactor: { employees: true } }\n', { employers: true, employees: true }],
    ['switches: { twoFactor: { employers: false } }\n', { employers: false, employees: false }],
  ])('requires a second factor for employers unless it says otherwise: %j [S-24] [D-17]', async (said, wanted) => {
    const read = await readScheme(await folderOf({ 'client.yaml': client + said, 'scheme-2026.yaml': year }), today)
    expect('scheme' in read && read.scheme.client.value.switches.twoFactor).toEqual(wanted)
  })

  it.each([
    ['991', []],
    ['513', []],
    ['990', [expect.stringContaining('Please give the sum of the password rules')]],
    ['33', [expect.stringContaining('Please give the sum of the password rules')]],
  ])('may omit rules for a new password, but never the rule about its length: %s [FORM-34]', async (sum, faults) => {
    const withRules = `${client}switches: { passwordRules: ${sum} }\n`
    expect(await faultsOf(await folderOf({ 'client.yaml': withRules, 'scheme-2026.yaml': year }))).toEqual(faults)
  })

  it('may contain earlier years only if it is an export with a history', async () => {
    const earlier = { 'years/2025/client.yaml': client, 'years/2025/scheme-2025.yaml': year.replaceAll('2026', '2025') }
    const pagesOfEarlier = Object.fromEntries(Object.entries(pages).map(([name, text]) => [`years/2025/${name}`, text]))
    const files = { 'client.yaml': client, 'scheme-2026.yaml': year, ...earlier, ...pagesOfEarlier }
    expect(await faultsOf(await folderOf({ ...files }))).toEqual([
      'years:1 Only an export has earlier years: history is missing',
    ])
    expect(await faultsOf(await folderOf({ ...files, 'years/2025/benefits/gym.yaml': 'name: Gym\n' }))).toContain(
      'years/2025/benefits/gym.yaml:1 "code" is missing',
    )
    for (const odd of ['people.csv', 'years/2024/client.yaml'])
      expect(await faultsOf(await folderOf({ ...files, [`years/2025/${odd}`]: 'x\n' }))).toContain(
        `years/2025/${odd}:1 An earlier year has no such file`,
      )
    const formerLogo = `${client}theme: { logos: { header: images/former.svg } }\n`
    expect(await faultsOf(await folderOf({ ...files, 'years/2025/client.yaml': formerLogo }))).toEqual([
      'years:1 Only an export has earlier years: history is missing',
    ])
  })

  it('is refused for missing parts, unknown parts, and a link that leads outside the folder', async () => {
    const folder = await folderOfOnly({ 'notes.txt': 'x', 'content/news.md': 'x', 'other/a.csv': 'x' })
    await symlink('/etc/passwd', join(folder, 'people.csv'))
    expect(await faultsOf(folder)).toEqual([
      'client.yaml:1 The file is missing',
      'content/cookies.md:1 The file is missing',
      'content/news.md:1 There is no such content file; the files are content/terms.md, content/privacy.md, content/cookies.md, content/contact.md, content/faqs.md, content/carousel.md, content/cards.md, content/banners.md',
      'content/privacy.md:1 The file is missing',
      'content/terms.md:1 The file is missing',
      'notes.txt:1 A scheme folder has no such file',
      'other:1 A scheme folder has no such folder; it may have benefits, withdrawn, rates, content, images, history, files, years',
      'people.csv:1 This is not a file',
      'scheme-<year>.yaml:1 The file is missing',
    ])
    expect(await faultsOf(join(folder, 'nowhere'))).toEqual([`.:1 There is no folder ${join(folder, 'nowhere')}`])
  })

  it('is refused for payrolls whose runs in the same month would have the same file name', async () => {
    const weekly = year.replace('frequency: monthly, payDay: 28', 'frequency: four-weekly, firstPayDay: startOfTaxYear')
    const faults = await faultsOf(await folderOf({ 'client.yaml': client, 'scheme-2026.yaml': weekly }))
    expect(faults).toEqual([
      'scheme-2026.yaml:4 The file name of a four-weekly payroll needs {period}, or two runs share a name',
    ])
  })

  it('is refused for colours and fonts that could inject styles', async () => {
    const theme = `theme:\n  primaryColour: 'red; background: url(//x)'\n  secondaryColour: '#12345'\n  baseFont: Comic Sans\n  headerFont: 'Lora, url(//x)'\n`
    const faults = await faultsOf(await folderOf({ 'client.yaml': client + theme, 'scheme-2026.yaml': year }))
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'client.yaml:4',
      'client.yaml:5',
      'client.yaml:6',
      'client.yaml:7',
    ])
  })

  it('is refused for redirects to unregistered origins', async () => {
    const leads = (origins: string, address: string) =>
      `switches:\n  redirectOrigins: [${origins}]\n  oneHub: { logoutUrl: '${address}' }\n`
    const faults = async (settings: string) =>
      faultsOf(await folderOf({ 'client.yaml': client + settings, 'scheme-2026.yaml': year }))
    expect(await faults(leads('https://hub.example', 'https://hub.example/logout'))).toEqual([])
    expect(await faults(leads('https://hub.example', 'https://hub.example.evil.test/'))).toEqual([
      'client.yaml:5 "switches.oneHub.logoutUrl": Please list its origin in switches.redirectOrigins',
    ])
    expect(await faults(leads('https://hub.example', 'http://hub.example/logout'))).toEqual([
      'client.yaml:5 "switches.oneHub.logoutUrl": Please give an address that begins with https://',
      'client.yaml:5 "switches.oneHub.logoutUrl": Please list its origin in switches.redirectOrigins',
    ])
    for (const origin of ['http://hub.example', 'https://hub.example/', 'hub.example'])
      expect((await faults(`switches: { redirectOrigins: ['${origin}'] }\n`))[0]).toMatch(/Please give an origin/)
  })

  it('is refused for a voucher application that is not secure, not registered, or has its secret in the folder [S-63]', async () => {
    const faults = async (settings: string) =>
      faultsOf(
        await folderOf({
          'client.yaml': `${client}switches: { redirectOrigins: ['https://vouchers.example'] }\nvoucherApplication: ${settings}\n`,
          'scheme-2026.yaml': year,
        }),
      )
    const of = (url: string, secretFrom = 'VOUCHERS_ONE') => `{ url: '${url}', secretFrom: '${secretFrom}' }`
    expect(await faults(of('https://vouchers.example/employers?of=one'))).toEqual([])
    const unregistered = 'Please list its origin in switches.redirectOrigins'
    const plain = 'Please give an address that begins with https://'
    const fragment = 'Please leave out the # and what follows it'
    const variable = 'Please give the name of an environment variable that begins with VOUCHERS_'
    for (const [settings, reason] of [
      [of('https://vouchers.example.evil.test/'), unregistered],
      [of('https://one@vouchers.example/'), unregistered],
      [of('http://vouchers.example/'), plain],
      [of('javascript:alert(1)'), plain],
      [of('https://vouchers.example/#token'), fragment],
      [of('https://vouchers.example/', 'SERVER_SECRET'), variable],
      [of('https://vouchers.example/', 'a secret of our own'), variable],
    ] as const)
      expect([settings, (await faults(settings)).join()]).toEqual([settings, expect.stringContaining(reason)])
  })

  it('may show cards and banners only to known audiences', async () => {
    const folder = (audience: string) =>
      folderOf({
        'client.yaml': client,
        'scheme-2026.yaml': year,
        'content/cards.md': `## One\n\naudience: ${audience}\n\nText.\n\n## Other\n\nText.\n`,
      })
    const read = await readScheme(await folder('left'), today)
    const cards = 'faults' in read ? [] : read.scheme.content.filter(({ kind }) => kind === 'cards')
    expect(cards.map(({ content, details }) => [content, details])).toEqual([
      ['<p>Text.</p>', { audience: 'left' }],
      ['<p>Text.</p>', {}],
    ])
    expect(await faultsOf(await folder('managers'))).toEqual(['content/cards.md:3 Please give one of employed, left'])
  })

  it('is refused for a card that promotes an unknown benefit', async () => {
    const folder = await folderOf({
      'client.yaml': client,
      'scheme-2026.yaml': year,
      'content/cards.md': `## One\n\nbenefit: bicycle\n\nText.\n`,
    })
    expect(await faultsOf(folder)).toEqual(['content/cards.md:3 No benefit has the code "bicycle"'])
  })

  it('is refused for age bands that overlap, are missing or are impossible, for repeated rows, and for files that are not listed', async () => {
    const rates =
      'rates:\n  - { code: flex, file: rates/flex.csv, effectiveFrom: today, source: A provider }\n  - { code: gone, file: rates/gone.csv, effectiveFrom: today, source: A provider }\n'
    const folder = await folderOf({
      'client.yaml': client,
      'scheme-2026.yaml': year + rates,
      'rates/flex.csv': 'age_from,age_to,rate\n16,24,0.4\n24,29,0.5\n35,39,0.6\n40,38,0.7\n16,24,-1\n',
      'rates/unnamed.csv': 'amount\n1\n',
    })
    expect(await faultsOf(folder)).toEqual([
      'rates/flex.csv:3 The age band 24 to 29 overlaps 16 to 24',
      'rates/flex.csv:4 Ages between 29 and 35 have no rate',
      'rates/flex.csv:5 The age band 40 to 38 is not possible',
      'rates/flex.csv:6 rate "-1" is not a number of 0 or more',
      'rates/flex.csv:6 The row for 16, 24 is already in line 2',
      'rates/flex.csv:6 The age band 16 to 24 overlaps 16 to 24',
      'rates/unnamed.csv:1 No entry of rates names this file',
      'scheme-2026.yaml:9 There is no file rates/gone.csv',
    ])
  })

  it('is refused for rates with several matching rows, and for figures that no price uses', async () => {
    const changed = {
      'rates/life-core.csv': () => 'place,rate\nnorth,0.95\nsouth,0.45\n',
      'rates/life-flex.csv': () => 'place,age_from,age_to,rate\nnorth,16,69,0.36\nsouth,16,44,0.42\nsouth,45,69,1.2\n',
      'rates/voltway-leasing.csv': () => 'place,rate\nnorth,15.85\nsouth,12\n',
      'rates/gym.csv': () =>
        'name,place,membership,amount\nOne,north,single,27.5\nTwo,north,partner,49\nOne,south,single,9\n',
      'rates/income-protection.csv': (csv: string) => csv.replace('rate', 'price'),
      'benefits/income-protection.yaml': (yaml: string) => yaml.replaceAll(/^( +)rates: .*$/gm, '$&\n$1column: price'),
    }
    expect(await withChangedFolder(example('demo'), changed, faultsOf)).toEqual([
      'rates/gym.csv:4 Gym membership cannot tell this row from line 2, as its price does not go by name, place',
      'rates/income-protection.csv:1 Income protection takes a figure from the column price, whose name must end in amount or rate',
      'rates/life-core.csv:3 Life assurance cannot tell this row from line 2, as its price does not go by place',
      'rates/life-flex.csv:3 Life assurance cannot tell this row from line 2, as its price does not go by place',
      'rates/life-flex.csv:4 Life assurance cannot tell this row from line 2, as its price does not go by place',
      'rates/voltway-leasing.csv:3 Electric car cannot tell this row from line 2, as its price does not go by place',
    ])
  })
})

describe("benefit with a yearly increase whose choices always need the employer's approval", () => {
  const consented = (yaml: string) => yaml.replace('approval: automatic', 'approval: required')

  it('is refused while people can choose it, but not after it is withdrawn', async () => {
    const pension = await readFile(join(example('demo'), 'benefits/pension.yaml'), 'utf8')
    const line = pension.split('\n').findIndex((text) => text.includes('rise:')) + 1
    expect(await withChangedFolder(example('demo'), { 'benefits/pension.yaml': consented }, faultsOf)).toEqual([
      `benefits/pension.yaml:${line} A benefit that needs approval cannot increase by itself: remove \`rise\`, or require approval only above a number (\`approval: when\`)`,
    ])
    const withdrawn = await withChangedFolder(example('demo'), {}, async (folder) => {
      await mkdir(join(folder, 'withdrawn'))
      const old = consented(pension).replace('code: pension', 'code: old-pension')
      await writeFile(join(folder, 'withdrawn/old-pension.yaml'), old)
      return faultsOf(folder)
    })
    expect(withdrawn).toEqual([])
  })
})

describe('benefit with age limits for dependants', () => {
  it('needs a price for the people who remain covered when a dependant reaches the limit, even if these people cannot be chosen alone', async () => {
    const tiers = (offered: string) => (yaml: string) => yaml.replace(/tiers: \[.*\]/, `tiers: [${offered}]`)
    const without = (tier: string) => (csv: string) =>
      csv
        .split('\n')
        .filter((row) => !row.split(',').includes(tier))
        .join('\n')
    const family = { 'benefits/dental.yaml': tiers('single, family'), 'rates/dental.csv': without('couple') }
    const needed = (tier: string) =>
      ['level-1', 'level-2', 'level-3', 'level-4'].map(
        (level) =>
          `rates/dental.csv:1 Dental insurance needs a row for ${level}, ${tier}: who is left when dependants grow out of it`,
      )
    expect(await withChangedFolder(example('demo'), family, faultsOf)).toEqual(needed('couple'))
    const parents = { 'benefits/dental.yaml': tiers('single-parent'), 'rates/dental.csv': without('single') }
    expect(await withChangedFolder(example('demo'), parents, faultsOf)).toEqual(needed('single'))
    const priced = { 'benefits/dental.yaml': tiers('single, family') }
    expect(await withChangedFolder(example('demo'), priced, faultsOf)).toEqual([])

    // The replaced rate table no longer applies to anybody.
    const laterRates = await readFile(join(example('demo'), 'rates/dental.csv'), 'utf8')
    const replaced: FolderChanges = {
      ...family,
      'rates/dental-later.csv': () => laterRates,
      'scheme-current.yaml': (yaml) =>
        `${yaml}  - { code: dental, file: rates/dental-later.csv, effectiveFrom: 2026-12-01, source: 'Brightwell Dental' }\n`,
    }
    expect(await withChangedFolder(example('demo'), replaced, faultsOf)).toEqual(needed('couple'))
    const onItsDay = (folder: string) => faultsOf(folder, '2026-12-01' as IsoDate)
    expect(await withChangedFolder(example('demo'), replaced, onItsDay)).toEqual([])
  })
})

describe('npm run portal -- check', () => {
  const check = async (...words: string[]) => {
    const run = promisify(execFile)(process.execPath, [join(root, 'scripts/portal.ts'), ...words])
    return run.then(
      ({ stdout }) => ({ code: 0, out: stdout }),
      (error: { code: number; stderr: string }) => ({ code: error.code, out: error.stderr }),
    )
  }

  it('says that a folder is valid or lists its errors, and ends with exit code 0 or 1', async () => {
    const { code, out } = await check('check', example('demo'))
    expect({ code, lines: out.trim().split('\n') }).toEqual({
      code: 0,
      lines: [
        expect.stringMatching(/^Corrected: client.yaml:6 Text and links in the accent colour: #d9480f on #ffffff/),
        expect.stringMatching(/^Corrected: client.yaml:6 White text on the accent colour/),
        `${example('demo')} has no faults: 15 benefits, 240 people.`,
      ],
    })
    const broken = await folderOf({ 'client.yaml': 'name: One\n', 'scheme-2026.yaml': year })
    expect(await check('check', broken)).toEqual({ code: 1, out: 'client.yaml:1 "addresses" is missing\n' })
    expect((await check('aply', broken)).out).toContain('npm run portal -- apply <folder>')
  })
})
