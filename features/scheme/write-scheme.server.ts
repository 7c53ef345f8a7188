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
import { clientRecord, nameOfRates, payrollRecord, windowRecords } from '../scheme-history/scheme-records.rules.ts'
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

export type WrittenScheme = {
  schemeYearId: SchemeYearId
  benefitIds: Map<string, BenefitId>
  termsRevision: number
  changes: Record<
    | 'client'
    | 'addresses'
    | 'scheme year'
    | 'rates'
    | 'benefits'
    | 'windows'
    | 'payrolls'
    | 'content'
    | 'pictures'
    | 'files',
    number
  >
}

export async function writeScheme(
  tx: Tx,
  clientId: ClientId,
  { scheme, newId }: { scheme: Scheme; newId: NewId },
): Promise<WrittenScheme> {
  const { client, identityProvider, year, today } = scheme
  const pictures = scheme.images.map((image) => ({
    ...image,
    hash: createHash('sha256').update(image.bytes).digest('hex').slice(0, 32),
  }))
  const addressOf = new Map(pictures.map(({ hash, name }) => [name, paths.picture(hash)]))
  const termsRevision = scheme.content.find(({ kind }) => kind === 'terms')?.revision ?? 1

  const clientChanges = await saveClient(
    tx,
    clientId,
    clientRecord({ ...client.value, identityProvider }, termsRevision),
  )
  const addresses = await saveAddresses(tx, clientId, { names: client.value.addresses })
  const pictureChanges = await savePictures(tx, clientId, { pictures })
  const content = await replaceContent(tx, clientId, { pages: scheme.content })
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
    tables: scheme.rates.map(({ table }) => ({ name: nameOfRates(table.code, table.effectiveFrom), content: table })),
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
    schemeYearId: schemeYear.id,
    benefitIds: benefits.ids,
    termsRevision,
    changes: {
      client: clientChanges,
      addresses,
      'scheme year': schemeYear.changed,
      rates,
      benefits: benefits.changed,
      windows,
      payrolls,
      content,
      pictures: pictureChanges,
      files,
    },
  }
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
