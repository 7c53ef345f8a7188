import { LinkButton } from '../../ui/LinkButton.tsx'
import { usePanels } from '../../ui/use-panel.ts'

export function EmployeeLink({ employeeId, name }: { employeeId: string; name: string }) {
  const { open } = usePanels()
  return <LinkButton onClick={() => open('view-employee-data', { employeeId })}>{name}</LinkButton>
}
