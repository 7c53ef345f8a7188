import { showDate } from '../../contract/dates.ts'
import { Money } from '../../ui/Money.tsx'
import type { PayrollRunView } from '../payroll/payroll.contract.ts'
import { payrollMessages } from './reports.messages.ts'
import styles from './Reports.module.css'

export function PayrollRunFigures({ run }: { run: PayrollRunView }) {
  return (
    <>
      <dl className={styles.figures}>
        <div>
          <dt>{payrollMessages.cutOff}</dt>
          <dd>{showDate(run.cutOffOn)}</dd>
        </div>
        <div>
          <dt>{payrollMessages.payDay}</dt>
          <dd>{showDate(run.payOn)}</dd>
        </div>
        <div>
          <dt>{payrollMessages.lines}</dt>
          <dd>{run.lineCount.toLocaleString('en-GB')}</dd>
        </div>
        <div>
          <dt>{payrollMessages.employeeTotal}</dt>
          <dd>
            <Money amount={run.employeeTotal} />
          </dd>
        </div>
        <div>
          <dt>{payrollMessages.employerTotal}</dt>
          <dd>
            <Money amount={run.employerTotal} />
          </dd>
        </div>
      </dl>
      {run.employeeTotal < 0 && <p className={styles.soft}>{payrollMessages.addedToPay}</p>}
    </>
  )
}
