import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { showDate } from '../../contract/dates.ts'
import { buttonMessages } from '../../contract/messages.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { notify } from '../../ui/use-notices.ts'
import { alreadyLocked, earlierRunOpen, type PayrollRunView } from '../payroll/payroll.contract.ts'
import styles from './Reports.module.css'
import { RunFigures } from './RunFigures.tsx'
import { payrollMessages } from './reports.messages.ts'
import { useLockRun } from './use-reports.ts'

export function LockDialog({ run, name, onClose }: { run: PayrollRunView; name: string; onClose: () => void }) {
  const lock = useLockRun()
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
        failure: sentenceFor,
      }}
      cancelLabel={buttonMessages.cancel}
      onClose={onClose}
    >
      <div className={styles.run}>
        <p>{payrollMessages.lockText}</p>
        {!run.cutOffPassed && <p>{payrollMessages.lockEarly(showDate(run.cutOffOn))}</p>}
        <RunFigures run={run} />
      </div>
    </ConfirmDialog>
  )
}

function sentenceFor(failure: unknown): string {
  const named = [alreadyLocked, earlierRunOpen].find(
    ({ code }) => failure instanceof CallFailed && failure.code === code,
  )
  return named?.message ?? failureText(failure)
}
