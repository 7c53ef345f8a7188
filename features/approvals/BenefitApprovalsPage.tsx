import { useParams } from '@tanstack/react-router'
import { paths } from '../../contract/paths.ts'
import { Page } from '../../ui/Page.tsx'
import { approveMessages } from './approvals.messages.ts'
import { PendingSelections, useApprovalsTitle } from './PendingSelections.tsx'

export function BenefitApprovalsPage() {
  const { benefitId = '' } = useParams({ strict: false })
  return (
    <Page
      title={useApprovalsTitle(benefitId)}
      crumbs={[
        { label: approveMessages.crumbHome, to: paths.home() },
        { label: approveMessages.crumbDashboard, to: paths.dashboard() },
        { label: approveMessages.crumb, to: paths.approvals() },
      ]}
    >
      <PendingSelections benefitId={benefitId} searchName="search" />
    </Page>
  )
}
