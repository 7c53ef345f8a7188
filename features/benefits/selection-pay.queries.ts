import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { deductionsOf, replaceDeductions } from '../payroll/deductions.queries.ts'
import { holdOpenPeriods, type Payroll, payrollByCode } from '../payroll/pay-periods.queries.ts'
import { factsFrom, type SchemeYear, schemeYearById } from './benefits.queries.ts'
import { payDaysLeft } from './effective.rules.ts'
import { factOn } from './person-facts.rules.ts'
import type { SelectionHead } from './selection.rules.ts'
import { paySchedule } from './selection-pay.rules.ts'
import { payVersionsOf } from './selection-versions.queries.ts'

/**
 * Writes what a selection means for pay into the periods that can still change, after its running version or its end
 * moved. What others should have had lands in the next one. Does nothing for a person whom no payroll pays.
 */
export async function writePay(
  tx: Tx,
  clientId: ClientId,
  { selection, today }: { selection: Pick<SelectionHead, 'id' | 'personId' | 'schemeYearId'>; today: IsoDate },
): Promise<void> {
  const { id: selectionId, personId, schemeYearId } = selection
  const year = await schemeYearById(tx, clientId, { schemeYearId })
  const payroll = await payrollOf(tx, clientId, { selection, year, today })
  if (!payroll) return
  const versions = await payVersionsOf(tx, clientId, { selectionId })
  const { open, lines } = paySchedule({
    versions,
    periods: payroll.periods,
    today,
    schemeYear: year,
    standing: await deductionsOf(tx, clientId, { selectionId }),
  })
  await replaceDeductions(tx, clientId, { selectionId, personId, periodIds: [...open], lines })
}

/** The pay days over which a fixed total that counts from a day would be spread now; undefined where no payroll pays. */
export async function payDaysLeftOf(
  tx: Tx,
  clientId: ClientId,
  {
    selection,
    effectiveFrom,
    today,
  }: { selection: Pick<SelectionHead, 'personId' | 'schemeYearId'>; effectiveFrom: IsoDate; today: IsoDate },
): Promise<number | undefined> {
  const year = await schemeYearById(tx, clientId, { schemeYearId: selection.schemeYearId })
  const payroll = await payrollOf(tx, clientId, { selection, year, today })
  return payroll && payDaysLeft({ periods: payroll.periods, effectiveFrom, schemeYear: year, today })
}

async function payrollOf(
  tx: Tx,
  clientId: ClientId,
  { selection, year, today }: { selection: Pick<SelectionHead, 'personId'>; year: SchemeYear; today: IsoDate },
): Promise<Payroll | undefined> {
  const facts = await factsFrom(tx, clientId, { personId: selection.personId, date: today })
  const code = factOn(facts, 'payroll', today)
  if (code === null) return undefined
  await holdOpenPeriods(tx, clientId, { schemeYearId: year.id, code, today })
  return payrollByCode(tx, clientId, { schemeYearId: year.id, code, from: year.from })
}
