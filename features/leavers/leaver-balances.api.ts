import { writeCsv } from '../../contract/csv.ts'
import { addDays, numericDate, type IsoDate } from '../../contract/dates.ts'
import type { Download } from '../../contract/endpoint.ts'
import { penceFromPounds, poundsFromPence } from '../../contract/money.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import {
  downloadOwed,
  listOwed,
  moreThanOwed,
  notTakenThen,
  type LeaverBalanceRow,
  recordTaken,
} from './leaver-balances.contract.ts'
import { owedMessages as say } from './leaver-balances.messages.ts'
import { recordBalanceDeduction, type LeaverBalance, readLeaverBalances } from './leaver-balances.queries.ts'
import { balanceOwed } from '../../services/my-benefits/balance-owed.rules.ts'

export const owedHandlers: Handler[] = [
  handle(listOwed, async (call) => {
    requireOwnClient(call)
    return (await readLeaverBalances(call.tx, call.clientId)).map(view)
  }),

  handle(downloadOwed, async (call) => {
    requireOwnClient(call)
    const rows = await readLeaverBalances(call.tx, call.clientId)
    call.audit({ rows: rows.length })
    return file(rows.map(view), call.today)
  }),

  handle(recordTaken, async (call) => {
    requireOwnClient(call)
    const { tx, clientId, params, body } = call
    const asked = { selectionId: params.selectionId }
    const [found] = await readLeaverBalances(tx, clientId, asked)
    if (!found) throw refuse(notFound)
    // Lock the person, so that no recalculation changes the balance before this call commits.
    await lockPeople(tx, clientId, { people: [found.personId] })
    const [row] = await readLeaverBalances(tx, clientId, asked)
    if (!row) throw refuse(notFound)
    const taken = penceFromPounds(body.taken)
    const isWithin = row.left < 0n ? row.left <= taken && taken <= 0n : 0n <= taken && taken <= row.left
    if (!isWithin) throw refuse(moreThanOwed)
    if (body.takenOn > addDays(call.today, 366) || body.takenOn < addDays(row.lastDay, -366)) throw refuse(notTakenThen)
    await recordBalanceDeduction(tx, clientId, { selectionId: row.selectionId, taken, takenOn: body.takenOn })
    call.audit(
      {
        selectionId: row.selectionId,
        takenPence: String(taken),
        takenOn: body.takenOn,
        before: String(row.taken ?? ''),
      },
      row.personId,
    )
    return view({ ...row, taken, takenOn: body.takenOn })
  }),
]

function view({
  personId: _personId,
  employeeNumber,
  left,
  most,
  taken,
  basis,
  ...row
}: LeaverBalance): LeaverBalanceRow {
  const pounds = (digits: string) => poundsFromPence(BigInt(digits))
  return {
    ...row,
    employeeNumber: employeeNumber ?? '',
    ruleText: say.rules[row.rule],
    left: poundsFromPence(left),
    most: poundsFromPence(most),
    taken: taken === null ? null : poundsFromPence(taken),
    owed: poundsFromPence(balanceOwed({ rule: row.rule, left, most, taken })),
    basis: basis && {
      pay: pounds(basis.pay),
      lines: pounds(basis.lines),
      levies: pounds(basis.levies),
      minimumWage: basis.wage === null ? null : pounds(basis.wage),
    },
  }
}

function file(rows: readonly LeaverBalanceRow[], today: IsoDate): Download {
  const columns = [
    say.employeeNumber,
    say.employee,
    say.email,
    say.lastDay,
    say.benefit,
    say.rule,
    say.left,
    say.most,
    say.taken,
    say.takenOn,
    say.owed,
  ]
  const amount = (pounds: number | null) => (pounds === null ? '' : pounds.toFixed(2))
  const content = writeCsv([
    columns,
    ...rows.map((row) => [
      row.employeeNumber,
      row.employeeName,
      row.email,
      numericDate(row.lastDay),
      row.benefitName,
      row.ruleText,
      amount(row.left),
      amount(row.most),
      amount(row.taken),
      row.takenOn === null ? '' : numericDate(row.takenOn),
      amount(row.owed),
    ]),
  ])
  return { fileName: `leavers-owed-${today}.csv`, mediaType: 'text/csv; charset=utf-8', bytes: Buffer.from(content) }
}
