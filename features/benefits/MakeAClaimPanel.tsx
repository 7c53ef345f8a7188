import { telephoneAddress } from '../../contract/telephone.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { SidePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { LoadFailed } from '../benefit-parts/BenefitProblem.tsx'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { isInsurance } from '../../domain/selections/benefit-state.rules.ts'
import { claimMessages } from './claim.messages.ts'
import layout from '../benefit-parts/Layout.module.css'
import { useBenefit } from '../benefit-parts/use-benefits.ts'

export function MakeAClaimPanel({ params: { benefitId = '' }, onClose }: PanelProps) {
  const benefit = useBenefit(benefitId)
  const insured = benefit.data && isInsurance(benefit.data)
  const title = insured ? claimMessages.title : claimMessages.help
  return (
    <SidePanel title={benefit.data ? title : claimMessages.loadingTitle} busy={false} error={null} onClose={onClose}>
      {benefit.isPending ? (
        <Loading label={claimMessages.loading}>
          <Skeleton />
          <Skeleton width="half" />
        </Loading>
      ) : benefit.data?.claim ? (
        <HowToClaim
          claim={benefit.data.claim}
          name={benefit.data.name}
          website={insured ? claimMessages.link : claimMessages.website}
        />
      ) : (
        <LoadFailed error={benefit.error} onRetry={() => void benefit.refetch()} />
      )}
    </SidePanel>
  )
}

function HowToClaim({
  claim,
  name,
  website,
}: {
  claim: NonNullable<BenefitView['claim']>
  name: string
  website: string
}) {
  return (
    <>
      <h3>{name}</h3>
      {claim.html && <SafeHtml html={claim.html} headingFrom={4} />}
      <dl className={layout.rows}>
        {claim.phone && (
          <div>
            <dt>{claimMessages.phone}</dt>
            <dd>
              <a href={telephoneAddress(claim.phone)}>{claim.phone}</a>
            </dd>
          </div>
        )}
        {claim.email && (
          <div>
            <dt>{claimMessages.email}</dt>
            <dd>
              <a href={`mailto:${claim.email}`}>{claim.email}</a>
            </dd>
          </div>
        )}
        {claim.link && (
          <div>
            <dt>{claimMessages.online}</dt>
            <dd>
              <a href={claim.link} rel="noopener noreferrer">
                {website}
              </a>
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}
