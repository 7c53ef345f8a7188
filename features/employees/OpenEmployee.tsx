import { usePanels } from '../../ui/use-panel.ts'
import styles from './Employees.module.css'

/** The name of an employee, which opens their panel (EMP-20). */
export function OpenEmployee({ employeeId, name }: { employeeId: string; name: string }) {
  const { open } = usePanels()
  return (
    <button type="button" className={styles.open} onClick={() => open('view-employee-data', { employeeId })}>
      {name}
    </button>
  )
}
