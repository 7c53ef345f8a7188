import { keysOf } from '../../contract/keys-of.ts'
import { emailPattern, storedEmail } from '../../contract/email.ts'
import { z } from 'zod'
import { isoDate, isoMoment } from '../../contract/dates.ts'
import { personId, selectionId } from '../../contract/ids.ts'
import { balanceRules } from '../../domain/definition/definition.ts'
import { code } from '../../domain/definition/options.ts'
import { importedVersion } from '../selections/imported-selection-history.rules.ts'
import { savedView } from '../saved-views/saved-views.contract.ts'
import { factForms, factNames } from '../../services/people/people-csv.rules.ts'
import { pastDeduction, pastRun, pastRunLine } from '../payroll/imported-run.rules.ts'
import { contactFields } from '../../services/people/profile.rules.ts'
import { reportLayout } from '../../services/reports/report-layout.rules.ts'
import { reportTypes } from '../../services/reports/reports.contract.ts'

const id = z.uuid()
const text = z.string().min(1).max(5_000)
const pence = z.string().regex(/^\d{1,15}$/, 'Please give pence as a whole number')
const signedPence = z.string().regex(/^-?\d{1,15}$/, 'Please give pence as a whole number')
const person = z
  .string()
  .transform(storedEmail)
  .pipe(z.email({ pattern: emailPattern, error: 'Please give the email address of a person' }))
/** For example 'monthly/2026/3', the third pay day of a payroll's pay year. */
const period = z.string().regex(/^[a-z0-9-]{1,60}\/\d{4}\/\d{1,2}$/, 'Please give a pay period such as monthly/2026/3')

/** First calendar year of a scheme year. Null means the folder's own year, as in exports of one year. */
const schemeYear = z.int().min(2000).max(2100).nullable().default(null)

const windowRules = z.strictObject({
  name: z.string(),
  takesEffect: z.string(),
  benefits: z.union([z.literal('all'), z.array(code)]),
  days: z.int().optional(),
  remindDays: z.int().optional(),
  eventDate: isoDate.optional(),
  memberId: id.optional(),
})

/** Files are read and written in this order. */
export const historyKinds = {
  client: z.strictObject({
    createdAt: isoMoment,
    requiresTwoFactor: z.boolean().nullable(),
    jobs: z.array(z.strictObject({ job: text, ranOn: isoDate })),
  }),
  /** Ids of items by their name in the folder. The import reuses them, so that links stay valid. */
  ids: z.strictObject({ of: text, id }),
  people: z.strictObject({
    id: personId,
    email: person,
    userType: z.enum(['employee', 'employer']),
    state: z.enum(['invited', 'active', 'disabled']),
    insights: z.boolean(),
    firstLogin: z.boolean(),
    wantsReminders: z.boolean().default(true),
    createdAt: isoMoment,
    activatedAt: isoMoment.nullable(),
    lastLoginAt: isoMoment.nullable(),
    details: z
      .strictObject({
        title: text.nullable(),
        firstName: text,
        surname: text,
        dateOfBirth: isoDate,
        sex: z.enum(['female', 'male']).nullable(),
        nationalInsuranceNumber: text.nullable(),
        avatar: text.nullable(),
        contact: z.partialRecord(z.enum(contactFields), z.string().nullable()),
      })
      .nullable(),
    terms: z.array(z.strictObject({ revision: z.int().min(1), acceptedAt: isoMoment })),
    vouchers: z.strictObject({ balancePence: pence, lastPaymentOn: isoDate.nullable() }).nullable(),
    notices: z.array(z.strictObject({ about: text, on: isoDate })).default([]),
    views: z.array(savedView).default([]),
  }),
  family: z.strictObject({
    id,
    person,
    relationship: z.enum(['partner', 'dependant']),
    title: text.nullable(),
    firstName: text,
    surname: text,
    dateOfBirth: isoDate,
    sex: z.enum(['female', 'male']).nullable(),
    active: z.boolean(),
    fullTimeEducationEnds: isoDate.nullable(),
    registeredDisabled: z.boolean(),
    /** 9999-12-31 if no end is known. */
    disabilityConfirmedUntil: isoDate.nullable(),
    ended: z.strictObject({ on: isoDate, by: z.enum(['death', 'divorce']), uncoveredFrom: isoDate }).nullable(),
    recordedAt: isoMoment,
    version: z.int().min(1),
  }),
  facts: z
    .strictObject({
      id,
      person,
      fact: z.enum(factNames),
      value: z.string().nullable(),
      effectiveFrom: isoDate,
      recordedAt: isoMoment,
      source: text,
      recordedBy: person.nullable(),
    })
    .refine(({ fact, value }) => value === null || factForms[fact].test(value), {
      path: ['value'],
      error: 'No such fact has this value',
    }),
  windows: z.strictObject({
    id,
    person,
    schemeYear,
    code: text,
    cause: z.enum(['granted', 'life-event']),
    opensOn: isoDate.nullable(),
    closesOn: isoDate.nullable(),
    rules: windowRules,
  }),
  'life-events': z.strictObject({
    id,
    person,
    schemeYear,
    kind: text,
    kindName: text,
    eventDate: isoDate,
    familyMember: id.nullable(),
    evidence: z.enum(['not-needed', 'requested', 'accepted', 'declined']),
    opensOn: isoDate.nullable(),
    closesOn: isoDate.nullable(),
    decidedBy: text.nullable(),
    decisionReason: text.nullable(),
    decidedOn: isoDate.nullable(),
    recordedAt: isoMoment,
  }),
  selections: z.strictObject({
    id: selectionId,
    person,
    benefit: code,
    state: importedVersion.shape.state,
    version: z.int().min(1),
    runningVersion: z.int().min(1).nullable(),
    versions: z
      .array(
        importedVersion.extend({
          schemeYear,
          actor: person.nullable(),
          decision: z
            .strictObject({
              id,
              approved: z.boolean(),
              reason: text.nullable(),
              decidedBy: person,
              decidedAt: isoMoment,
            })
            .nullable(),
        }),
      )
      .min(1),
  }),
  'benefit-terms': z.strictObject({
    person,
    benefit: code,
    termId: text,
    version: z.int().min(0),
    acceptedAt: isoMoment,
  }),
  periods: z.strictObject({
    id,
    period,
    label: text,
    startsOn: isoDate,
    endsOn: isoDate,
    cutOffOn: isoDate,
    payOn: isoDate,
  }),
  deductions: pastDeduction.extend({ id, period, originalPeriod: period.nullable(), selection: selectionId }),
  'leaver-balances': z.strictObject({
    selection: selectionId,
    lastDay: isoDate,
    rule: z.enum(balanceRules),
    payCode: pastDeduction.shape.payCode,
    /** Negative if the leaver is owed money. */
    balancePence: signedPence,
    deductiblePence: signedPence,
    basis: z
      .strictObject({ pay: signedPence, lines: signedPence, levies: signedPence, wage: signedPence.nullable() })
      .nullable(),
    deductedPence: signedPence.nullable(),
    deductedOn: isoDate.nullable(),
    notDeductedPence: signedPence,
  }),
  runs: pastRun.extend({ period, lockedBy: person.nullable() }),
  'run-lines': pastRunLine.extend({ period, person, selection: selectionId }),
  reports: z.strictObject({
    id,
    type: z.enum(reportTypes),
    year: z.int().min(2000).max(2100),
    month: z.int().min(1).max(12),
    label: text,
    providerName: text.nullable(),
    period: period.nullable(),
    fileName: z.string().regex(/^[A-Za-z0-9 _.{}()-]{1,200}$/, 'Please give the name of a file'),
    mediaType: text,
    layout: reportLayout.nullable().default(null),
    createdAt: isoMoment,
    file: z.string().regex(/^files\/[a-z0-9-]{1,80}$/, 'Please give a file of the folder, for example files/0001'),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  statements: z.strictObject({
    person,
    group: text,
    year: z.int().min(2000).max(2100),
    month: z.int().min(1).max(12),
    employeePence: signedPence,
    employerPence: signedPence,
  }),
} as const satisfies Record<string, z.ZodType>

export type HistoryKind = keyof typeof historyKinds
export type HistoryLine<Kind extends HistoryKind> = z.output<(typeof historyKinds)[Kind]>
export type HistoryCheck<Kind extends HistoryKind> = (line: HistoryLine<Kind>) => string[]
export const historyKindNames = keysOf(historyKinds)
