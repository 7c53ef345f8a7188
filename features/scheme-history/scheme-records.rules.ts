import type { IsoDate } from '../../contract/dates.ts'
import { payFrequencies } from '../../contract/pay-frequency.ts'
import { payDaysOfHire } from '../../domain/pricing/pay-days.rules.ts'
import type { IdentityProvider } from '../../services/session/provider.rules.ts'
import { resolveDay } from '../../domain/definition/day.rules.ts'
import type { ClientFile, PayrollEntry, SchemeYearFile } from '../../services/scheme/folder-format.ts'
import { payPeriods } from '../../services/scheme/periods.rules.ts'

export function clientRecord(
  {
    name,
    addresses,
    brand,
    theme,
    support,
    switches,
    identityProvider,
    voucherApplication,
  }: Omit<ClientFile, 'identityProvider'> & { identityProvider: IdentityProvider | undefined },
  termsRevision: number,
) {
  return {
    code: addresses[0] ?? '',
    name,
    theme: { ...(brand !== undefined && { brand }), ...theme },
    support,
    switches,
    identityProvider,
    voucherApplication,
    termsRevision,
  }
}

export function rateFileName(code: string, effectiveFrom: string): string {
  return `${code} from ${effectiveFrom}`
}

export function windowRecords({ windows }: SchemeYearFile, today: IsoDate) {
  return windows.map(({ code, name, cause, opens, closes, days, remindDays, takesEffect, for: forYear, benefits }) => ({
    code,
    cause,
    opensOn: opens === undefined ? null : resolveDay(opens, today),
    closesOn: closes === undefined ? null : resolveDay(closes, today),
    rules: {
      name,
      takesEffect,
      benefits,
      ...(days !== undefined && { days }),
      ...(remindDays !== undefined && { remindDays }),
      ...(forYear !== undefined && { for: forYear }),
    },
  }))
}

export function payrollRecord(
  entry: PayrollEntry,
  {
    year: { from, to, payrollFormats },
    holidays,
    hireMonths,
    today,
  }: { year: SchemeYearFile; holidays: ReadonlySet<IsoDate>; hireMonths: number; today: IsoDate },
) {
  const { code, name, frequency, payDay, firstPayDay, cutOffDays, finalPay, format } = entry
  const calendar = {
    frequency,
    payDay,
    cutOffDays,
    holidays,
    firstPayDay: firstPayDay === undefined ? undefined : resolveDay(firstPayDay, today),
  }
  const instalments =
    hireMonths === 0 ? 0 : payDaysOfHire({ months: hireMonths, payDaysAYear: payFrequencies[frequency].payDaysAYear })
  return {
    code,
    name,
    frequency,
    finalPay: finalPay ?? null,
    format: payrollFormats.find((one) => one.code === format) ?? {},
    periods: payPeriods(calendar, { from: resolveDay(from, today), to: resolveDay(to, today) }, { instalments }),
  }
}
