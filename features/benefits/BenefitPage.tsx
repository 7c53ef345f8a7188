import { useId, type ReactNode } from 'react'
import { showPounds } from '../../contract/money.ts'
import { paths } from '../../contract/paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { BenefitIllustration } from '../../ui/Illustration.tsx'
import { Link } from '../../ui/Link.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { Page } from '../../ui/Page.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { panelLink } from '../../ui/use-panel.ts'
import { useVouchersOnly } from '../session/use-vouchers-only.ts'
import { benefitCan, isInsurance, reasonNotAvailable } from '../../domain/selections/benefit-state.rules.ts'
import { BenefitLoading } from '../benefit-parts/BenefitLoading.tsx'
import { BenefitProblem } from '../benefit-parts/BenefitProblem.tsx'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { detailMessages } from './benefit-page.messages.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import layout from '../benefit-parts/Layout.module.css'
import { MyCover } from '../benefit-parts/MyCover.tsx'
import { BenefitHeader } from './BenefitHeader.tsx'
import { BenefitLevels } from './BenefitLevels.tsx'
import { LastYear } from './LastYear.tsx'
import styles from './BenefitPage.module.css'
import { useBenefitIdInAddress, useBackLink } from '../benefit-parts/use-benefit-address.ts'
import { useBenefit } from '../benefit-parts/use-benefits.ts'
import { useBenefitFaqs, useRelatedBenefits } from './use-benefit-page.ts'
import { BenefitCost } from '../benefit-parts/BenefitCost.tsx'

const AwaitingEvidence = loadOnDemand(() => import('../medical/AwaitingEvidence.tsx').then((m) => m.AwaitingEvidence))
const MyVouchers = loadOnDemand(() => import('./MyVouchers.tsx').then((m) => m.MyVouchers))

export function BenefitPage() {
  const benefit = useBenefit(useBenefitIdInAddress())
  if (benefit.data) return <Detail benefit={benefit.data} />
  if (benefit.isPending) return <BenefitLoading />
  return <BenefitProblem error={benefit.error} onRetry={() => void benefit.refetch()} />
}

function Detail({ benefit }: { benefit: BenefitView }) {
  const { name, selection } = benefit
  const closed = reasonNotAvailable(benefit.availability)
  const ccvOnly = useVouchersOnly((state) => state.ccvOnly)
  const levels = useId()
  const comparesLevels =
    benefit.levelPrices !== undefined && (benefit.availability.available || benefitCan.change(benefit))
  return (
    <Page
      title={name}
      crumbs={[useBackLink(), { label: name }]}
      renderHead={(heading) => (
        <BenefitHeader benefit={benefit} heading={heading} hasState={!ccvOnly}>
          {comparesLevels && <a href={`#${levels}`}>{detailMessages.compare}</a>}
          {benefit.availability.cause !== 'employment' && (
            <Link to={paths.whatIf(benefit.benefitId)}>{benefitMessages.whatIf}</Link>
          )}
        </BenefitHeader>
      )}
    >
      {closed && <Alert kind="info">{closed}</Alert>}
      {selection?.status === 'pended' && <AwaitingEvidence benefit={benefit} />}
      {selection?.decisionReason && (
        <Alert kind={selection.status === 'rejected' ? 'warning' : 'info'} title={benefitMessages.decision}>
          {selection.decisionReason}
        </Alert>
      )}
      {benefit.groupCode === 'ccv' && <MyVouchers benefit={benefit} />}
      {selection ? (
        <div className={classNames(layout.split, styles.held)}>
          <Section title={isInsurance(benefit) ? detailMessages.myCover : detailMessages.myChoice}>
            <MyCover benefit={benefit} />
            <LastYear benefit={benefit} />
          </Section>
          <div className={layout.side}>
            <BenefitCost benefit={benefit} isBelowHead />
            <OtherActions benefit={benefit} />
          </div>
        </div>
      ) : (
        <>
          {!ccvOnly && <KeyFacts benefit={benefit} />}
          <OtherActions benefit={benefit} />
        </>
      )}
      {comparesLevels && <BenefitLevels benefit={benefit} id={levels} />}
      <div className={styles.columns}>
        <div className={layout.main}>
          <Section title={detailMessages.about}>
            <SafeHtml html={benefit.description} headingFrom={3} />
          </Section>
          <Faqs benefit={benefit} />
        </div>
        <div className={layout.main}>
          <Claims benefit={benefit} />
          <Documents benefit={benefit} />
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

function OtherActions({ benefit }: { benefit: BenefitView }) {
  const here = paths.benefit(benefit.benefitId)
  const optOut = benefitCan.optOut(benefit) && benefit.links.some((link) => link.type === 'opt-out')
  const hasStatement = benefit.allowedActions.includes('statement')
  if (!optOut && !hasStatement) return null
  return (
    <div className={layout.buttons}>
      {optOut && (
        <Link to={here + panelLink('opt-out', { benefitId: benefit.benefitId })} className={buttonClass('secondary')}>
          {benefitMessages.optOut}
        </Link>
      )}
      {hasStatement && (
        <Link to={here + panelLink('statement', { groupId: benefit.groupId })} className={buttonClass('secondary')}>
          {benefitMessages.statement}
        </Link>
      )}
    </div>
  )
}

function Claims({ benefit }: { benefit: BenefitView }) {
  if (!benefitCan.claim(benefit)) return null
  const words = isInsurance(benefit)
    ? { title: detailMessages.claims, text: detailMessages.claimText, action: detailMessages.claim }
    : { title: detailMessages.help, text: detailMessages.helpText, action: detailMessages.toHelp }
  return (
    <Section title={words.title}>
      <p>{words.text(benefit.providerName)}</p>
      <div>
        <Link
          to={paths.benefit(benefit.benefitId) + panelLink('make-a-claim', { benefitId: benefit.benefitId })}
          className={buttonClass('secondary')}
        >
          {words.action}
        </Link>
      </div>
    </Section>
  )
}

function KeyFacts({ benefit }: { benefit: BenefitView }) {
  const { payment, setupFields, needsApproval, freeCoverLimit } = benefit
  const people = setupFields.flatMap(({ input }) => (input.kind === 'people' ? [input.people] : []))[0]
  const names = people?.map(({ label }) => label.split(' ')[0] ?? label) ?? []
  const facts = [
    { label: detailMessages.whoPays, value: detailMessages.payers[payment.by], note: payment.how },
    people && {
      label: detailMessages.whoCanBeCovered,
      value: new Intl.ListFormat('en-GB').format([benefitMessages.you, ...names]),
      note: names.length > 0 ? detailMessages.youDecide : null,
    },
    freeCoverLimit !== null && {
      label: detailMessages.withoutEvidence,
      value: showPounds(freeCoverLimit),
      note: detailMessages.restAsks,
    },
    {
      label: detailMessages.approval,
      value: needsApproval ? detailMessages.approved : detailMessages.notApproved,
      note: needsApproval ? detailMessages.untilThen : detailMessages.noApproval,
    },
  ].filter((fact) => fact !== false && fact !== undefined)
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note && <dd className={layout.small}>{note}</dd>}
        </div>
      ))}
    </dl>
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
      <div className={styles.faqs}>
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
            <li key={other.benefitId}>
              <BenefitIllustration benefit={other} />
              <div>
                <h3>
                  <Link to={paths.benefit(other.benefitId)}>{other.name}</Link>
                </h3>
                <p className={layout.small}>{other.summary}</p>
              </div>
              <Icon name="chevronRight" />
            </li>
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
