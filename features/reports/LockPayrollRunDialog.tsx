import type { ReactNode } from 'react'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { isResponseLost } from '../../contract/lost-response.ts'
import { londonDate, showDate } from '../../contract/dates.ts'
import { buttonMessages } from '../../contract/messages.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LostResponse } from '../../ui/LostResponse.tsx'
import { notify } from '../../ui/use-notices.ts'
import { alreadyLocked, earlierRunOpen, type PayrollRunView } from '../payroll/payroll.contract.ts'
import styles from './Reports.module.css'
import { PayrollRunFigures } from './PayrollRunFigures.tsx'
import { payrollMessages } from './reports.messages.ts'
import { useLockRun } from './use-reports.ts'

type LockRunDialogProps = { run: PayrollRunView; onClose: () => void }

export function LockPayrollRunDialog({ run, onClose }: LockRunDialogProps) {
  const { lock, check } = useLockRun()
  const name = payrollMessages.runName(run.payrollName, run.label)
  if (isRefused(lock.error, alreadyLocked)) {
    return (
      <ConfirmDialog
        key={alreadyLocked.code}
        title={payrollMessages.lockedBefore(name)}
        cancelLabel={buttonMessages.close}
        onClose={onClose}
      >
        {run.lockedAt
          ? payrollMessages.lockedBeforeText(showDate(londonDate(new Date(run.lockedAt))))
          : alreadyLocked.message}
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog
      title={payrollMessages.askLock(name)}
      confirm={{
        label: payrollMessages.confirmLock,
        busyLabel: payrollMessages.locking,
        act: async () => {
          await lock.mutateAsync(run.runId)
          notify(payrollMessages.nowLocked(name))
        },
        failure: (failure, finish) =>
          reasonFor(failure, {
            check: () => check(run.runId),
            onSaved: () => {
              notify(payrollMessages.nowLocked(name))
              finish()
            },
          }),
      }}
      cancelLabel={buttonMessages.cancel}
      onClose={onClose}
    >
      <div className={styles.run}>
        <p>{payrollMessages.lockText}</p>
        {!run.cutOffPassed && <p>{payrollMessages.lockEarly(showDate(run.cutOffOn))}</p>}
        <PayrollRunFigures run={run} />
      </div>
    </ConfirmDialog>
  )
}

function reasonFor(failure: unknown, afterLost: { check: () => Promise<boolean>; onSaved: () => void }): ReactNode {
  if (isResponseLost(failure)) return <LostResponse {...payrollMessages.lockUnanswered} {...afterLost} />
  return isRefused(failure, earlierRunOpen) ? earlierRunOpen.message : failureText(failure)
}

function isRefused(failure: unknown, { code }: Refusal): boolean {
  return failure instanceof CallFailed && failure.code === code
}
