import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { PayFrequency } from '../../contract/pay-frequency.ts'
import type { Tx } from '../../database/database.ts'
import type { PayPeriod } from '../../domain/windows/effective-date.rules.ts'

export type Payroll = {
  id: string
  frequency: PayFrequency
  finalPay?: 'next-period'
  periods: PayPeriod[]
}

/** Keeps open periods from being locked until the transaction ends; waits for a lock in progress. */
export async function lockOpenPeriods(
  tx: Tx,
  clientId: ClientId,
  { codes, today }: { codes: readonly string[]; today: IsoDate },
): Promise<void> {
  if (codes.length === 0) return
  await tx
    .selectFrom('payroll_period')
    .select('id')
    .where('client_id', '=', clientId)
    .where('cut_off_on', '>=', today)
    .where('payroll_id', 'in', (query) =>
      query
        .selectFrom('payroll')
        .select('id')
        .where('client_id', '=', clientId)
        .where('code', 'in', [...codes]),
    )
    .orderBy('starts_on')
    .forKeyShare()
    .execute()
}

export async function payrollsWithPeriods(
  tx: Tx,
  clientId: ClientId,
  { from }: { from: IsoDate },
): Promise<Map<string, Payroll>> {
  const rows = await payrollRows(tx, clientId, { from }).execute()
  return new Map(
    [...Map.groupBy(rows, ({ code }) => code)].flatMap(([code, own]) => {
      const payroll = payrollOf(own)
      return payroll ? [[code, payroll] as const] : []
    }),
  )
}

function payrollRows(tx: Tx, clientId: ClientId, { from }: { from: IsoDate }) {
  return tx
    .selectFrom('payroll')
    .leftJoin('payroll_period as period', (join) =>
      join
        .onRef('period.client_id', '=', 'payroll.client_id')
        .onRef('period.payroll_id', '=', 'payroll.id')
        .on('period.cut_off_on', '>=', from),
    )
    .leftJoin('payroll_run as run', (join) =>
      join.onRef('run.client_id', '=', 'period.client_id').onRef('run.period_id', '=', 'period.id'),
    )
    .select([
      'payroll.id as payrollId',
      'payroll.code',
      'payroll.frequency',
      'payroll.final_pay as finalPay',
      'period.id',
      'period.number',
      'period.label',
      'period.starts_on as startsOn',
      'period.ends_on as endsOn',
      'period.cut_off_on as cutOffOn',
      'period.pay_on as payOn',
      'run.period_id as lockedId',
    ])
    .where('payroll.client_id', '=', clientId)
    .orderBy('period.starts_on')
}

function payrollOf(rows: (Joined & { payrollId: string; finalPay: 'next-period' | null })[]): Payroll | undefined {
  const [first] = rows
  if (!first) return undefined
  const { payrollId: id, frequency, finalPay } = first
  return { id, frequency, ...(finalPay && { finalPay }), periods: rows.flatMap((row) => periodOf(row) ?? []) }
}

type Planned = Pick<PayPeriod, 'id' | 'number' | 'label' | 'startsOn' | 'endsOn' | 'cutOffOn' | 'payOn'>
type Joined = { [Key in keyof Planned]: PayPeriod[Key] | null } & {
  frequency: PayFrequency
  lockedId: string | null
}

function periodOf({
  id,
  number,
  label,
  startsOn,
  endsOn,
  cutOffOn,
  payOn,
  lockedId,
  frequency,
}: Joined): PayPeriod | undefined {
  if (
    id === null ||
    number === null ||
    label === null ||
    startsOn === null ||
    endsOn === null ||
    cutOffOn === null ||
    payOn === null
  )
    return undefined
  return {
    id,
    number,
    label,
    startsOn,
    endsOn,
    cutOffOn,
    payOn,
    locked: lockedId !== null,
    frequency,
  }
}
