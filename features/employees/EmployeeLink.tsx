import { LinkButton } from '../../ui/LinkButton.tsx'
import { usePanels } from '../../ui/use-panel.ts'

/** Opens the employee's panel (EMP-20). */
export function EmployeeLink({ employeeId, name }: { employeeId: string; name: string }) {
  const { open } = usePanels()
  return <LinkButton onClick={() => open('view-employee-data', { employeeId })}>{name}</LinkButton>
}
