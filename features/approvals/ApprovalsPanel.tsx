import { SidePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { PendingSelections, useApprovalsTitle } from './PendingSelections.tsx'

export function ApprovalsPanel({ params, onClose }: PanelProps) {
  const benefitId = params['benefitId'] ?? ''
  return (
    <SidePanel title={useApprovalsTitle(benefitId)} busy={false} error={null} onClose={onClose} wide>
      <PendingSelections benefitId={benefitId} searchName="find" />
    </SidePanel>
  )
}
