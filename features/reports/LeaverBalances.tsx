import { useId, useState } from 'react'
import { failureText } from '../../contract/call-failed.ts'
import { type IsoDate, showDate } from '../../contract/dates.ts'
import { buttonMessages } from '../../contract/messages.ts'
import { showPounds } from '../../contract/money.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { dateFieldMessages, notADate } from '../../ui/date-field.messages.ts'
import { DateField } from '../../ui/DateField.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { Money } from '../../ui/Money.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { notify } from '../../ui/use-notices.ts'
import type { LeaverBalanceRow } from '../leavers/leaver-balances.contract.ts'
import { owedLeaversMessages as say } from './leaver-balances.messages.ts'
import { CurrentDataReport } from './CurrentDataReport.tsx'
import styles from './Reports.module.css'
import { reportMessages } from './reports.messages.ts'
import { useLeaverBalances, useLeaverBalancesDownload, useRecordDeduction } from './use-leaver-balances.ts'

export function LeaverBalances() {
  const id = useId()
  const [recording, setRecording] = useState<LeaverBalanceRow | null>(null)
  const list = useLeaverBalances()
  const download = useLeaverBalancesDownload()
  return (
    <>
      <CurrentDataReport
        title={reportMessages.owed}
        say={say}
        columns={columnsWith(setRecording)}
        list={list}
        rowKey={({ selectionId }) => selectionId}
      >
        <div className={styles.actions}>
          <Button
            kind="secondary"
            icon="download"
            busy={download.isPending}
            busyLabel={say.downloading}
            onClick={() => download.mutate()}
          >
            {say.download}
          </Button>
        </div>
        <FieldError id={id}>{download.isError && say.downloadFailed}</FieldError>
      </CurrentDataReport>
      {recording && <RecordDialog row={recording} onClose={() => setRecording(null)} />}
    </>
  )
}

function RecordDialog({ row, onClose }: { row: LeaverBalanceRow; onClose: () => void }) {
  const sign = row.left < 0 ? -1 : 1
  const [amount, setAmount] = useState<number | null>(Math.abs(row.taken ?? row.most))
  const [date, setDate] = useState<string>(row.takenOn ?? '')
  const record = useRecordDeduction()
  return (
    <ConfirmDialog
      title={recordTitle(row)}
      confirm={{
        label: say.save,
        busyLabel: say.saving,
        act: async () => {
          if (date === notADate) throw new Error(dateFieldMessages.notADate)
          if (amount === null || Number.isNaN(amount) || date === '') throw new Error(say.missing)
          // A date field contains a date or nothing.
          const takenOn = date as IsoDate
          await record.mutateAsync({ selectionId: row.selectionId, taken: sign * amount, takenOn })
          notify(say.saved(row.employeeName))
        },
        failure: (failure) =>
          failure instanceof Error && [say.missing, dateFieldMessages.notADate].some((each) => each === failure.message)
            ? failure.message
            : failureText(failure),
      }}
      cancelLabel={buttonMessages.cancel}
      onClose={onClose}
    >
      <div className={styles.run}>
        {row.basis && row.left > 0 && <p>{largestAmount(row.basis)}</p>}
        <NumberField
          label={say.amount}
          hint={say.amountHint}
          prefix="£"
          min={0}
          max={Math.abs(row.left)}
          step={0.01}
          value={amount}
          onChange={setAmount}
        />
        <DateField label={say.date} value={date} onChange={setDate} />
      </div>
    </ConfirmDialog>
  )
}

function largestAmount({ pay, lines, levies, minimumWage }: NonNullable<LeaverBalanceRow['basis']>): string {
  if (minimumWage === null) return say.wageUnknown
  return say.howMost({
    pay: showPounds(pay),
    lines: showPounds(lines),
    levies: showPounds(levies),
    wage: showPounds(minimumWage),
  })
}

function recordTitle({ left, employeeName, benefitName }: LeaverBalanceRow): string {
  return say[left < 0 ? 'recordPaidTo' : 'recordFor'](employeeName, benefitName)
}

const shownColumns: Column<LeaverBalanceRow>[] = [
  { key: 'employee', header: say.employee, rowHeader: true, cell: ({ employeeName }) => employeeName },
  { key: 'last-day', header: say.lastDay, cell: ({ lastDay }) => showDate(lastDay) },
  { key: 'benefit', header: say.benefit, cell: ({ benefitName }) => benefitName },
  { key: 'rule', header: say.rule, cell: ({ ruleText }) => ruleText },
  { key: 'left', header: say.left, align: 'end', cell: ({ left }) => <Amount amount={left} /> },
  { key: 'most', header: say.most, align: 'end', cell: ({ most }) => <Amount amount={most} /> },
  {
    key: 'taken',
    header: say.taken,
    align: 'end',
    cell: ({ taken, takenOn }) =>
      taken === null || takenOn === null
        ? say.notRecorded
        : say[taken < 0 ? 'paidOn' : 'takenOn'](showPounds(Math.abs(taken)), showDate(takenOn)),
  },
  { key: 'owed', header: say.owed, align: 'end', cell: ({ owed }) => <Amount amount={owed} /> },
]

function columnsWith(record: (row: LeaverBalanceRow) => void): Column<LeaverBalanceRow>[] {
  const button: Column<LeaverBalanceRow> = {
    key: 'record',
    header: say.actions,
    hideHeader: true,
    cell: (row) => (
      <Button kind="secondary" aria-label={recordTitle(row)} onClick={() => record(row)}>
        {say.record}
      </Button>
    ),
  }
  return [...shownColumns, button]
}

function Amount({ amount }: { amount: number }) {
  return (
    <span>
      <Money amount={Math.abs(amount)} /> {amount < 0 && say.dueToThem}
    </span>
  )
}
