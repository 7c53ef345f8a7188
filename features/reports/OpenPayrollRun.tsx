import { useId, useState } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import type { PayrollRunView } from '../payroll/payroll.contract.ts'
import { payrollMessages } from './reports.messages.ts'
import styles from './Reports.module.css'
import { PayrollRunFigures } from './PayrollRunFigures.tsx'
import { PayrollRunLines } from './PayrollRunLines.tsx'

export function OpenPayrollRun({ run, onLock }: { run: PayrollRunView; onLock: () => void }) {
  const id = useId()
  const [showsLines, setShowsLines] = useState(false)
  const name = payrollMessages.runName(run.payrollName, run.label)
  return (
    <Card as="article" labelledBy={id}>
      <div className={styles.run}>
        <div className={styles.runHead}>
          <h3 id={id}>{name}</h3>
          <Badge tone="brand">{payrollMessages.open}</Badge>
        </div>
        <PayrollRunFigures run={run} />
        <div className={styles.actions}>
          <Button
            kind={run.cutOffPassed ? 'primary' : 'secondary'}
            aria-label={payrollMessages.lockOf(name)}
            onClick={onLock}
          >
            {payrollMessages.lock}
          </Button>
          <Button
            kind="quiet"
            icon={showsLines ? 'chevronDown' : 'chevronRight'}
            aria-expanded={showsLines}
            onClick={() => setShowsLines(!showsLines)}
          >
            {showsLines ? payrollMessages.hideLines : payrollMessages.showLines}
          </Button>
        </div>
        {showsLines && <PayrollRunLines runId={run.runId} name={name} />}
      </div>
    </Card>
  )
}
