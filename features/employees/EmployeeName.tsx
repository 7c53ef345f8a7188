import type { ReactNode } from 'react'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { Initials } from '../../ui/Initials.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import type { EmployeeRow } from './employees.contract.ts'
import styles from './Employees.module.css'

type EmployeeNameProps = Pick<EmployeeRow, 'employeeId' | 'name' | 'firstName' | 'surname' | 'email'> & {
  children?: ReactNode
}

export function EmployeeName({ employeeId, name, firstName, surname, email, children }: EmployeeNameProps) {
  const { open } = usePanels()
  return (
    <div className={styles.person}>
      <Initials firstName={firstName} surname={surname} />
      <div className={styles.names}>
        <span className={styles.name}>
          <LinkButton onClick={() => open('view-employee-data', { employeeId })}>{name}</LinkButton> {children}
        </span>
        <span className={styles.email}>
          <EmailAddress email={email} />
        </span>
      </div>
    </div>
  )
}
