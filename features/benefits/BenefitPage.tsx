import { useId, type ReactNode } from 'react'
import { paths } from '../../contract/paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { Page } from '../../ui/Page.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { panelLink } from '../../ui/use-panel.ts'
import { useCcvOnly } from '../session/use-ccv-only.ts'
import {
  benefitCan,
  callToAction,
  isInsurance,
  reasonNotAvailable,
} from '../../domain/selections/benefit-state.rules.ts'
import { BenefitLoading } from '../benefit-parts/BenefitLoading.tsx'
import { BenefitProblem } from '../benefit-parts/BenefitProblem.tsx'
import { BenefitState } from '../benefit-parts/BenefitState.tsx'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { detailMessages } from './benefit-page.messages.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import layout from '../benefit-parts/Layout.module.css'
import { MyCover } from '../benefit-parts/MyCover.tsx'
import styles from './BenefitPage.module.css'
import { useBenefitIdInAddress, useBackLink } from '../benefit-parts/use-benefit-address.ts'
import { useBenefit } from '../benefit-parts/use-benefits.ts'
import { useBenefitFaqs, useRelatedBenefits } from './use-benefit-page.ts'
import { BenefitCost } from '../benefit-parts/BenefitCost.tsx'

const AwaitingEvidence = onDemand(() => import('../medical/AwaitingEvidence.tsx').then((m) => m.AwaitingEvidence))
const MyVouchers = onDemand(() => import('./MyVouchers.tsx').then((m) => m.MyVouchers))

export function BenefitPage() {
  const benefit = useBenefit(useBenefitIdInAddress())
  if (benefit.data) return <Detail benefit={benefit.data} />
  if (benefit.isPending) return <BenefitLoading />
  return <BenefitProblem error={benefit.error} onRetry={() => void benefit.refetch()} />
}

function Detail({ benefit }: { benefit: BenefitView }) {
  const { name, selection } = benefit
  const closed = reasonNotAvailable(benefit.availability)
  const ccvOnly = useCcvOnly((state) => state.ccvOnly)
  return (
    <Page title={name} crumbs={[useBackLink(), { label: name }]} lead={benefit.summary}>
      <div className={styles.state}>
        {/* People with only vouchers may have no selection, so no state is shown to them. */}
        {!ccvOnly && <BenefitState benefit={benefit} />}
        {benefit.providerName && (
          <span className={layout.small}>{detailMessages.providedBy(benefit.providerName)}</span>
        )}
      </div>
      {closed && <Alert kind="info">{closed}</Alert>}
      {selection?.status === 'pended' && <AwaitingEvidence benefit={benefit} />}
      {selection?.decisionReason && (
        <Alert kind={selection.status === 'rejected' ? 'warning' : 'info'} title={benefitMessages.decision}>
          {selection.decisionReason}
        </Alert>
      )}
      <div className={classNames(layout.split, styles.columns)}>
        <div className={layout.main}>
          {benefit.groupCode === 'ccv' && <MyVouchers benefit={benefit} />}
          <Section title={detailMessages.about}>
            <div className={styles.about}>
              {benefit.imageUrl && (
                <img className={styles.image} src={benefit.imageUrl} alt="" width="96" height="96" />
              )}
              <SafeHtml html={benefit.description} headingFrom={3} />
            </div>
          </Section>
          {!(ccvOnly && selection === null) && (
            <Section title={isInsurance(benefit) ? detailMessages.myCover : detailMessages.myChoice}>
              <MyCover benefit={benefit} />
            </Section>
          )}
        </div>
        <div className={layout.side}>
          <BenefitCost benefit={benefit} />
          <ActionBar benefit={benefit} />
          {benefit.availability.cause !== 'employment' && (
            <p>
              <Link to={paths.whatIf(benefit.benefitId)}>{benefitMessages.whatIf}</Link>
            </p>
          )}
        </div>
        <div className={layout.main}>
          <Documents benefit={benefit} />
          {benefitCan.claim(benefit) && (
            <Section title={isInsurance(benefit) ? detailMessages.claims : detailMessages.help}>
              <p>{(isInsurance(benefit) ? detailMessages.claimText : detailMessages.helpText)(benefit.providerName)}</p>
              <div>
                <Link
                  to={paths.benefit(benefit.benefitId) + panelLink('make-a-claim', { benefitId: benefit.benefitId })}
                  className={buttonClass('secondary')}
                >
                  {isInsurance(benefit) ? detailMessages.claim : detailMessages.toHelp}
                </Link>
              </div>
            </Section>
          )}
          {benefit.allowedActions.includes('statement') && (
            <div>
              <Link
                to={paths.benefit(benefit.benefitId) + panelLink('statement', { groupId: benefit.groupId })}
                className={buttonClass('secondary')}
              >
                {benefitMessages.statement}
              </Link>
            </div>
          )}
          <Faqs benefit={benefit} />
          {!ccvOnly && <Related benefit={benefit} />}
        </div>
      </div>
    </Page>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={layout.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function ActionBar({ benefit }: { benefit: BenefitView }) {
  const action = callToAction(benefit)
  const optOut = benefitCan.optOut(benefit) && benefit.links.some((link) => link.type === 'opt-out')
  const leads = action && action.to !== paths.benefit(benefit.benefitId)
  if (!leads && !optOut) return null
  return (
    <div className={styles.actions}>
      {leads && (
        <Link to={action.to} className={buttonClass('primary', { wide: true })}>
          {action.label}
        </Link>
      )}
      {optOut && (
        <Link
          to={paths.benefit(benefit.benefitId) + panelLink('opt-out', { benefitId: benefit.benefitId })}
          className={buttonClass('secondary', { wide: true })}
        >
          {benefitMessages.optOut}
        </Link>
      )}
    </div>
  )
}

function Documents({ benefit }: { benefit: BenefitView }) {
  const links = benefit.links.filter((link) => link.type !== 'opt-out' && link.url !== null)
  if (!benefit.termsAndConditionsShown && links.length === 0) return null
  return (
    <Section title={detailMessages.documents}>
      <ul role="list" className={layout.plain}>
        {benefit.termsAndConditionsShown && (
          <li className={layout.iconLine}>
            <Icon name="document" />
            <Link to={paths.benefit(benefit.benefitId) + panelLink('benefit-terms', { benefitId: benefit.benefitId })}>
              {detailMessages.readTerms}
            </Link>
          </li>
        )}
        {links.map((link) => (
          <li key={link.label} className={layout.iconLine}>
            <Icon name="external" />
            <span>
              <a href={link.url ?? undefined} rel="noopener noreferrer">
                {link.label}
              </a>{' '}
              <span className={layout.small}>{detailMessages.opensElsewhere}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Faqs({ benefit }: { benefit: BenefitView }) {
  const faqs = useBenefitFaqs(benefit.benefitId)
  const shown = faqs.data ?? benefit.faqs
  if (shown.length === 0) return null
  return (
    <Section title={detailMessages.faqs}>
      <div>
        {shown.map((faq) => (
          <Disclosure key={faq.question} summary={faq.question}>
            <SafeHtml html={faq.answer} headingFrom={3} />
          </Disclosure>
        ))}
      </div>
    </Section>
  )
}

function Related({ benefit }: { benefit: BenefitView }) {
  const related = useRelatedBenefits(benefit.benefitId)
  if (benefit.related.length === 0 || related.isError || related.data?.length === 0) return null
  return (
    <Section title={detailMessages.related}>
      {related.data ? (
        <ul role="list" className={styles.related}>
          {related.data.map((other) => (
            <Card key={other.benefitId} as="li">
              <div className={layout.section}>
                <h3>
                  <Link to={paths.benefit(other.benefitId)}>{other.name}</Link>
                </h3>
                <p className={layout.small}>{other.summary}</p>
              </div>
            </Card>
          ))}
        </ul>
      ) : (
        <Loading label={detailMessages.related}>
          <Skeleton shape="block" />
        </Loading>
      )}
    </Section>
  )
}
