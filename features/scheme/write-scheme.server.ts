import { createHash } from 'node:crypto'
import type { BenefitId, ClientId, SchemeYearId } from '../../contract/ids.ts'
import { paths } from '../../contract/paths.ts'
import type { Tx } from '../../database/database.ts'
import { replaceContent } from '../content/content.queries.ts'
import { bankHolidaysOf } from './bank-holidays.server.ts'
import { benefitRecords } from './benefit-records.server.ts'
import { resolveDay } from '../../domain/definition/day.rules.ts'
import { schemeFilesOf } from './scheme-files.server.ts'
import { saveSchemeFiles } from './scheme-files.queries.ts'
import type { Scheme } from './read-scheme.server.ts'
import { clientRecord, rateFileName, payrollRecord, windowRecords } from '../scheme-history/scheme-records.rules.ts'
import {
  longestOrderPlaced,
  type NewId,
  renewSchemeRevision,
  saveAddresses,
  saveBenefits,
  saveClient,
  savePayroll,
  savePictures,
  saveRates,
  saveSchemeYear,
  saveWindows,
} from '../../services/scheme/scheme.queries.ts'

type ClientChanges = Record<'client' | 'addresses' | 'content' | 'pictures', number>
type YearChanges = Record<'scheme year' | 'rates' | 'benefits' | 'windows' | 'payrolls' | 'files', number>
type WrittenYear = {
  year: number
  schemeYearId: SchemeYearId
  benefitIds: Map<string, BenefitId>
  changes: YearChanges
}
export type WrittenScheme = Omit<WrittenYear, 'changes'> & {
  termsRevision: number
  changes: ClientChanges & YearChanges
}

export async function writeScheme(
  tx: Tx,
  clientId: ClientId,
  { scheme, newId }: { scheme: Scheme; newId: NewId },
): Promise<WrittenScheme> {
  const client = await writeClientData(tx, clientId, scheme)
  const year = await writeSchemeYear(tx, clientId, { scheme, newId })
  return { ...client, ...year, changes: { ...client.changes, ...year.changes } }
}

export async function writeClientData(
  tx: Tx,
  clientId: ClientId,
  scheme: Scheme,
): Promise<{ termsRevision: number; changes: ClientChanges }> {
  const { client, identityProvider } = scheme
  const termsRevision = scheme.content.find(({ kind }) => kind === 'terms')?.revision ?? 1
  const record = clientRecord({ ...client.value, identityProvider }, termsRevision)
  return {
    termsRevision,
    changes: {
      client: await saveClient(tx, clientId, record),
      addresses: await saveAddresses(tx, clientId, { names: client.value.addresses }),
      pictures: await savePictures(tx, clientId, { pictures: picturesOf(scheme) }),
      content: await replaceContent(tx, clientId, { pages: scheme.content }),
    },
  }
}

export async function writeSchemeYear(
  tx: Tx,
  clientId: ClientId,
  { scheme, newId }: { scheme: Scheme; newId: NewId },
): Promise<WrittenYear> {
  const { year, today } = scheme
  const addressOf = new Map(picturesOf(scheme).map(({ hash, name }) => [name, paths.picture(hash)]))
  const schemeYear = await saveSchemeYear(tx, clientId, {
    newId,
    from: resolveDay(year.value.from, today),
    to: resolveDay(year.value.to, today),
    lifeEvents: year.value.lifeEvents,
    providerFormats: year.value.providerReports,
  })
  const inYear = { newId, schemeYearId: schemeYear.id }
  const rates = await saveRates(tx, clientId, {
    ...inYear,
    tables: scheme.rates.map(({ table }) => ({ name: rateFileName(table.code, table.effectiveFrom), content: table })),
  })
  const benefits = await saveBenefits(tx, clientId, { ...inYear, benefits: benefitRecords(scheme, addressOf) })
  const windows = await saveWindows(tx, clientId, { ...inYear, windows: windowRecords(year.value, today) })
  const files = await saveSchemeFiles(tx, clientId, { year: schemeYear.year, files: schemeFilesOf(scheme) })
  const placed = await longestOrderPlaced(tx, clientId, { schemeYearId: schemeYear.id })
  const hireMonths = Math.max(longestOrder(scheme), placed)
  let payrolls = 0
  for (const entry of year.value.payrolls) {
    const holidays = bankHolidaysOf(entry.bankHolidays)
    const payroll = payrollRecord(entry, { year: year.value, holidays, hireMonths, today })
    payrolls += await savePayroll(tx, clientId, { ...inYear, payroll })
  }

  if (schemeYear.changed + rates + benefits.changed + windows + payrolls > 0) await renewSchemeRevision(tx, clientId)

  return {
    year: schemeYear.year,
    schemeYearId: schemeYear.id,
    benefitIds: benefits.ids,
    changes: { 'scheme year': schemeYear.changed, rates, benefits: benefits.changed, windows, payrolls, files },
  }
}

function picturesOf({ images }: Scheme) {
  return images.map((image) => ({
    ...image,
    hash: createHash('sha256').update(image.bytes).digest('hex').slice(0, 32),
  }))
}

function longestOrder({ benefits, withdrawn }: Scheme): number {
  const orders = [...benefits, ...withdrawn].flatMap(({ value }) => value.price.map(({ price }) => price))
  return Math.max(
    0,
    ...orders.map((price) =>
      price.method === 'order' && price.spread !== 'each-month' ? price.spread.instalments : 0,
    ),
  )
}
