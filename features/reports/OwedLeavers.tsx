import { useId, useState } from 'react'
import { failureText } from '../../contract/call-failed.ts'
import { type IsoDate, showDate } from '../../contract/dates.ts'
import { faceOf } from '../../contract/face-of.ts'
import { buttonMessages, errorMessages, guardMessages } from '../../contract/messages.ts'
import { showPounds } from '../../contract/money.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { Money } from '../../ui/Money.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { notify } from '../../ui/use-notices.ts'
import type { OwedRow } from '../benefits/leaving/owed.contract.ts'
import { owedLeaversMessages as say } from './owed-leavers.messages.ts'
import styles from './Reports.module.css'
import { reportMessages } from './reports.messages.ts'
import { useOwed, useOwedDownload, useRecordTaken } from './use-owed.ts'

/** Lists leavers' balances and the deductions payroll recorded. */
export function OwedLeavers() {
  const id = useId()
  const [recording, setRecording] = useState<OwedRow | null>(null)
  const list = useOwed()
  const download = useOwedDownload()
  const rows = list.data ?? []
  return (
    <>
      <div className={styles.section}>
        <p className={styles.soft}>{say.lead}</p>
        <DataTable
          caption={reportMessages.owed}
          hideCaption
          columns={columnsWith(setRecording)}
          rows={rows}
          rowKey={({ selectionId }) => selectionId}
          state={faceOf(list)}
          loadingLabel={say.loading}
          empty={
            <EmptyState icon="info" title={say.none}>
              {say.noneText}
            </EmptyState>
          }
          failed={errorMessages.retryLater}
          refused={guardMessages.denied}
          onRetry={() => void list.refetch()}
        />
        {rows.length > 0 && (
          <div className={styles.file}>
            <Button
              kind="secondary"
              icon="download"
              busy={download.isPending}
              busyLabel={say.downloading}
              onClick={() => download.mutate()}
            >
              {say.download}
            </Button>
            <FieldError id={id}>{download.isError && say.downloadFailed}</FieldError>
          </div>
        )}
      </div>
      {recording && <RecordDialog row={recording} onClose={() => setRecording(null)} />}
    </>
  )
}

/** Records the deduction from a leaver, or the payment to them. */
function RecordDialog({ row, onClose }: { row: OwedRow; onClose: () => void }) {
  const sign = row.left < 0 ? -1 : 1
  const [amount, setAmount] = useState<number | null>(Math.abs(row.taken ?? row.most))
  const [date, setDate] = useState<string>(row.takenOn ?? '')
  const record = useRecordTaken()
  return (
    <ConfirmDialog
      title={say.recordFor(row.employeeName, row.benefitName)}
      confirm={{
        label: say.save,
        busyLabel: say.saving,
        act: async () => {
          if (amount === null || Number.isNaN(amount) || date === '') throw new Error(say.missing)
          // A date field contains a date or nothing.
          const takenOn = date as IsoDate
          await record.mutateAsync({ selectionId: row.selectionId, taken: sign * amount, takenOn })
          notify(say.saved(row.employeeName))
        },
        failure: (failure) =>
          failure instanceof Error && failure.message === say.missing ? say.missing : failureText(failure),
      }}
      cancelLabel={buttonMessages.cancel}
      onClose={onClose}
    >
      <div className={styles.run}>
        {row.basis && (
          <p>
            {say.howMost({
              pay: showPounds(row.basis.pay),
              lines: showPounds(row.basis.lines),
              levies: showPounds(row.basis.levies),
              wage: row.basis.minimumWage === null ? say.wageUnknown : showPounds(row.basis.minimumWage),
            })}
          </p>
        )}
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
        <TextField type="date" label={say.date} value={date} onChange={setDate} />
      </div>
    </ConfirmDialog>
  )
}

const shownColumns: Column<OwedRow>[] = [
  { key: 'employee', header: say.employee, rowHeader: true, cell: ({ employeeName }) => employeeName },
  { key: 'last-day', header: say.lastDay, cell: ({ lastDay }) => showDate(lastDay) },
  { key: 'benefit', header: say.benefit, cell: ({ benefitName }) => benefitName },
  { key: 'rule', header: say.rule, cell: ({ ruleText }) => ruleText },
  { key: 'left', header: say.left, align: 'end', cell: ({ left }) => <Amount amount={left} /> },
  { key: 'most', header: say.most, align: 'end', cell: ({ most }) => <Money amount={most} /> },
  {
    key: 'taken',
    header: say.taken,
    align: 'end',
    cell: ({ taken, takenOn }) =>
      taken === null || takenOn === null ? say.notRecorded : say.takenOn(showPounds(taken), showDate(takenOn)),
  },
  { key: 'owed', header: say.owed, align: 'end', cell: ({ owed }) => <Amount amount={owed} /> },
]

function columnsWith(record: (row: OwedRow) => void): Column<OwedRow>[] {
  const button: Column<OwedRow> = {
    key: 'record',
    header: say.actions,
    hideHeader: true,
    cell: (row) => (
      <Button
        kind="secondary"
        aria-label={say.recordFor(row.employeeName, row.benefitName)}
        onClick={() => record(row)}
      >
        {say.record}
      </Button>
    ),
  }
  return [...shownColumns, button]
}

/** Says in words that an amount is due to the leaver, not only by its sign. */
function Amount({ amount }: { amount: number }) {
  return (
    <>
      <Money amount={Math.abs(amount)} /> {amount < 0 && say.dueToThem}
    </>
  )
}
