import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { readYaml, writeYaml } from '../../platform/yaml-file.ts'
import { showFault } from '../../services/scheme/scheme-faults.ts'
import { clientFile, schemeYearFile } from '../../services/scheme/folder-format.ts'
import { readScheme, type Scheme } from './read-scheme.server.ts'
import { daysIn, innerSchema, resolveDays } from './relative-days.rules.ts'
import { schemeFilesOf } from './scheme-files.server.ts'
import { benefitDefinition } from './benefit-definition.rules.ts'

const today = isoDate.parse('2026-11-21')
const examples = join(import.meta.dirname, '../../examples')

async function read(folder: string): Promise<Scheme> {
  const outcome = await readScheme(folder, today)
  if ('faults' in outcome) throw new Error(outcome.faults.map(showFault).join('\n'))
  return outcome.scheme
}

it('every day in a scheme folder becomes a date', async () => {
  expect(daysIn(clientFile)).toEqual([])
  expect(daysIn(benefitDefinition)).toEqual(['autoEnrolment.reEnrolment', 'autoEnrolment.previousEnrolment', 'ends'])
  expect(daysIn(schemeYearFile)).toEqual(
    expect.arrayContaining(['from', 'to', 'windows[].opens', 'rates[].effectiveFrom']),
  )
  const { texts: _texts, ...files } = await read(join(examples, 'demo'))
  const written = schemeFilesOf({ ...files, texts: [] })
  expect(written.filter(({ content }) => /: (today|startOf|endOf)/.test(content))).toEqual([])
  const day = z.strictObject({
    on: schemeYearFile.shape.from,
    twice: z.union([schemeYearFile.shape.from, z.literal('never')]),
  })
  expect(() => daysIn(day)).toThrow(/^twice may be a day or something else/)
})

const full = {
  client: {
    name: 'Full Rail: "quoted" # not a comment',
    addresses: ['full', 'full-rail'],
    brand: "Full's",
    theme: {
      primaryColour: '#0b5d5e',
      secondaryColour: '#ffaa00',
      baseFont: 'Lora',
      headerFont: 'Nunito Sans',
      radius: 0,
      darkMode: 'allowed',
      logos: { client: 'images/logo.svg', header: 'images/logo.svg', mobile: 'images/logo.svg' },
      avatarSet: { plain: 'images/logo.svg', choices: [{ label: 'No', picture: 'images/logo.svg' }] },
    },
    support: {
      phone: '0123',
      email: 'help@full.example',
      contactUsEmail: 'us@full.example',
      senderEmail: 'post@full.example',
    },
    switches: {
      contactUsEnabled: true,
      eligibilityImpact: true,
      twoFactor: { employers: false, employees: true },
      ssoAccessOnly: true,
      clientExceptions: [{ code: 'enhanced', status: 'active' }],
      passwordRules: 3,
      daysAfterLeaving: 0,
      smallestGroup: 20,
      redirectOrigins: ['https://login.full.example'],
      afterPasswordReset: 'https://login.full.example/after',
      oneHub: { active: false, logoutUrl: 'https://login.full.example/out', loginUrl: 'https://login.full.example/in' },
    },
    voucherApplication: { url: 'https://login.full.example/vouchers?of=full', secretFrom: 'VOUCHERS_FULL' },
  },
  year: {
    from: 'startOfTaxYear',
    to: 'endOfTaxYear',
    windows: [
      {
        code: 'annual',
        name: 'Yes',
        cause: 'annual',
        opens: 'today-1w',
        closes: '2026-12-01',
        takesEffect: 'same-day',
        for: 2027,
        benefits: ['gym'],
      },
      { code: 'joiners', name: 'null', cause: 'joiner', days: 30, remindDays: 5 },
    ],
    lifeEvents: [
      {
        code: 'birth',
        name: '1e3',
        daysBefore: 1,
        daysAfter: 2,
        takesEffect: 'next-month',
        needsEvidence: true,
        needsFamilyMember: 'dependant',
        benefits: ['gym'],
      },
    ],
    payrolls: [
      {
        code: 'monthly',
        name: 'Monthly',
        frequency: 'monthly',
        payDay: 'last-working-day',
        cutOffDays: 0,
        finalPay: 'next-period',
        format: 'standard',
      },
      {
        code: 'weekly',
        name: 'Weekly',
        frequency: 'weekly',
        firstPayDay: 'startOfTaxYear+3d',
        cutOffDays: 2,
        format: 'standard',
      },
    ],
    payrollFormats: [
      {
        code: 'standard',
        delimiter: '\t',
        dates: 'yyyy-mm-dd',
        byteOrderMark: false,
        fileName: '{payroll}-{period}.csv',
        columns: [{ heading: '=Name', field: 'name' }],
      },
    ],
    providerReports: [
      {
        provider: 'Full "Insurers"',
        delimiter: '|',
        dates: 'yyyy-mm-dd',
        byteOrderMark: false,
        fileName: '{provider}-{month}.csv',
        columns: [{ heading: '=Member', field: 'member-reference', padTo: 8 }],
      },
    ],
    pots: [
      {
        code: 'pot',
        name: 'Pot',
        summary: 'Yours',
        openInProbation: true,
        ages: { from: 18, to: 70 },
        allowances: [
          { hoursFrom: '30', basicSalaryUpTo: 30000, amount: 360 },
          { percent: '1', salary: 'basic', cap: 240 },
        ],
        benefits: ['gym'],
        excess: 'cash',
        payCode: 'POTCASH',
      },
    ],
    rates: [{ code: 'gym', file: 'rates/gym.csv', effectiveFrom: 'startOfTaxYear', source: 'Rates: 2026, "ours"' }],
  },
} as const

function keysIn(schema: z.core.$ZodType, path = ''): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, part]) => [`${path}.${key}`, ...keysIn(part, `${path}.${key}`)])
  if (schema instanceof z.ZodArray) return keysIn(schema.element, path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => keysIn(option, path))
  const inner = innerSchema(schema)
  return inner ? keysIn(inner, path) : []
}

function placesIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => placesIn(item, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    part === undefined ? [] : [`${path}.${key}`, ...placesIn(part, `${path}.${key}`)],
  )
}

const saml = {
  kind: 'saml',
  issuer: 'urn:full',
  clientId: 'urn:us',
  emailDomains: ['full.example'],
  acr: ['two'],
} as const
const clients = [
  full.client,
  {
    ...full.client,
    identityProvider: {
      ...saml,
      secretFrom: 'IDP_FULL',
      enabled: false,
      secondFactorCounts: true,
      acrRequired: true,
      entryPoint: 'https://login.full.example/saml',
      certificates: ['-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'],
      logoutService: 'https://login.full.example/saml/out',
      logoutResponses: 'https://login.full.example/saml/replies',
      logoutUrl: 'https://login.full.example/bye',
      subjectAttribute: 'uid',
      emailAttribute: 'mail',
    },
  },
  { ...full.client, identityProvider: { ...saml, metadata: 'identity-provider.xml' } },
].map((client) => clientFile.parse(client))

const rare = {
  provider: { name: 'Full "Insurers"', schemeNumber: '007', category: 'Everybody: "all"' },
  pay: {
    employee: { taxMethod: 'net-deduction', payCode: 'RARE' },
    employer: { taxMethod: 'employer-only', payCode: 'RAREE' },
  },
  links: [{ label: 'More', href: 'https://more.full.example/' }],
  leaving: {
    coverTo: 'end-of-month',
    lastPeriod: 'by-days',
    owed: 'drop',
    payCode: 'RARE-LEFT',
    minimumWage: 'exempt',
    restoreWithin: 30,
  },
  partPeriod: 'whole-period',
  offeredTo: { locations: ['Leeds: "yard"'], payrolls: ['monthly'], hoursFrom: '16' },
  whenNoLongerMet: { age: 'end' },
  terms: { id: 'rare', version: 1, content: 'Rare', needsConsent: true },
  renewal: 'map',
  renewsAs: { multiple: { five: '2' }, excess: 'removed' },
  ends: 'endOfTaxYear',
  removalBackdated: true,
  paysOnDeath: true,
  approval: { when: { option: 'multiple', above: '2' } },
  price: [
    { paidBy: { employerAmount: 10 }, price: { method: 'flat', every: 'month', amount: { fixed: 5 } } },
    {
      paidBy: { employerPercent: '50', capPerYear: 100 },
      price: coverOf({ of: 'salary-multiple', salary: 'basic', times: quantity(), max: 1000 }),
    },
    { paidBy: 'employee', price: coverOf({ of: 'salary-percent', salary: 'basic', percent: quantity(), max: 1000 }) },
    { paidBy: 'employer', price: coverOf({ of: 'chosen', option: 'multiple' }) },
    { paidBy: 'employee', price: { method: 'percentage', salary: 'basic', percent: quantity() } },
  ].map((part, index) => ({ code: `part-${index}`, label: `Part ${index}`, ...part })),
}

const enrolling = {
  coreChoice: { values: { contribution: '5' } },
  autoEnrolment: {
    scheme: 'personal',
    postponement: 3,
    reEnrolment: 'startOfMonth+2m',
    previousEnrolment: '2023-05-01',
    reEnrolRecentLeavers: true,
    optOutNotice: 'scheme',
    optOutLink: 'https://more.full.example/opt-out',
    minimum: 'set-1',
    belowMinimum: { contribution: ['3'] },
  },
}

const family = {
  kind: 'people',
  code: 'family',
  label: 'Who is covered',
  tiers: ['single'],
  dependantsUnder: 21,
  disabledDependantsStay: true,
}

function quantity() {
  return { option: 'multiple', above: '1', upTo: '4' }
}

function coverOf(cover: object) {
  return { method: 'unit-rate', every: 'year', rates: 'critical-illness', cover }
}

it('a folder with every key of the format is exported unchanged', async () => {
  const [demo, copperleaf] = [await read(join(examples, 'demo')), await read(join(examples, 'copperleaf'))]
  const benefits = [...demo.benefits, ...copperleaf.benefits].map(({ value }) => value)
  const critical = benefits.find(({ code }) => code === 'critical-illness')
  const strange = benefitDefinition.parse({ ...critical, ...rare, options: [...(critical?.options ?? []), family] })
  const pension = benefitDefinition.parse({ ...benefits.find(({ code }) => code === 'pension'), ...enrolling })
  const year = schemeYearFile.parse(full.year)
  const everything: [z.ZodType, unknown[]][] = [
    [clientFile, [...clients, copperleaf.client.value]],
    [schemeYearFile, [year]],
    [benefitDefinition, [...benefits, strange, pension]],
  ]
  for (const [schema, values] of everything) {
    const there = new Set(values.flatMap((value) => placesIn(value)))
    // `pot` comes from the scheme year's flex allowances and is in no benefit's file.
    expect(keysIn(schema).filter((key) => !there.has(key) && !/^\.pot(\.|$)/.test(key))).toEqual([])
    for (const value of values) {
      const dated = resolveDays(schema, value, today)
      expect(readYaml('one.yaml', writeYaml(dated), schema, [])?.value).toEqual(dated)
    }
  }
})
