import { useEffect, useId } from 'react'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { showLongDate } from '../../contract/dates.ts'
import { paths } from '../../contract/paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { Money } from '../../ui/Money.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { Page } from '../../ui/Page.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import { useReadOnlyView } from '../session/use-signed-in-person.ts'
import { forceLogout } from '../session/use-renewal.ts'
import { groupByCategory, totalCost } from './benefit-groups.rules.ts'
import { BenefitCard } from './BenefitCard.tsx'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { benefitsMessages } from './my-benefits.messages.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { breadcrumbMessages } from '../../contract/screen.messages.ts'
import styles from './MyBenefitsPage.module.css'
import { useCategoryInAddress } from '../benefit-parts/use-benefit-address.ts'
import { useBenefitFilters, useBenefits } from '../benefit-parts/use-benefits.ts'

const NextYear = onDemand(() => import('./NextYear.tsx').then((m) => m.NextYear))

const AtLeaving = onDemand(() => import('../benefit-parts/AtLeaving.tsx').then((m) => m.AtLeaving))

export function MyBenefitsPage() {
  const benefits = useBenefits()
  const lost = benefits.isError && !benefits.data
  const isError = lost && isOfPortal(benefits.error)
  useEffect(() => {
    // After three failed attempts the specification requires a logout with the reason (D-18, BENEFIT-03).
    if (isError) forceLogout(benefitsMessages.failed)
  }, [isError])
  return (
    <Page title={breadcrumbMessages.benefits} lead={benefitsMessages.intro}>
      {benefits.data ? (
        <Groups benefits={benefits.data} />
      ) : lost ? (
        <ErrorState
          title={isError ? benefitsMessages.failed : failureText(benefits.error)}
          {...(!isError && { onRetry: () => void benefits.refetch() })}
        />
      ) : (
        <CardsLoading />
      )}
    </Page>
  )
}

/** True if the portal itself failed. A lost connection, a timeout or a gateway error is no reason to log out. */
function isOfPortal(error: unknown): boolean {
  if (!(error instanceof CallFailed)) return true
  return error.status !== null && (error.code !== null || error.status === 500)
}

function Groups({ benefits }: { benefits: readonly BenefitView[] }) {
  const filters = useBenefitFilters()
  const [category, setCategory] = useCategoryInAddress()
  const isReadOnly = useReadOnlyView()
  if (benefits.length === 0) return <EmptyState icon="benefits" title={benefitsMessages.none} />

  const left = benefits.find((benefit) => benefit.availability.cause === 'employment')
  const hasNextYear = benefits.some(({ nextYear, choosesFrom }) => nextYear ?? choosesFrom)
  const groups = groupByCategory(benefits, filters.data ?? [])
  const shown = category === null ? groups : groups.filter((group) => group.id === category)
  const count = shown.reduce((sum, group) => sum + group.benefits.length, 0)
  return (
    <>
      {benefits.some((benefit) => benefit.availability.cause === 'probation') && (
        <Alert kind="info">{benefitsMessages.probation}</Alert>
      )}
      {left && <Alert kind="info">{left.availability.reason}</Alert>}
      {benefits.some(({ selection }) => selection?.atLeaving) && <AtLeaving benefits={benefits} />}
      {[...new Set(benefits.flatMap(({ pot }) => pot ?? []))].map((pot) => (
        <Alert key={pot} kind="info">
          {pot}
        </Alert>
      ))}
      {!left && !isReadOnly && <ToConfirm benefits={benefits} />}
      {!left && hasNextYear && <NextYear benefits={benefits} />}
      {!left && <AfterLifeEvents benefits={benefits} />}
      <Totals benefits={benefits} />
      <div className={styles.filters} role="group" aria-label={benefitsMessages.filterLabel}>
        <Chip label={benefitsMessages.all} pressed={category === null} onPress={() => setCategory(null)} />
        {groups.map((group) => (
          <Chip
            key={group.id}
            label={group.label}
            pressed={category === group.id}
            onPress={() => setCategory(group.id)}
          />
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {benefitsMessages.shown(count)}
      </p>
      {count === 0 ? (
        <EmptyState icon="filter" title={benefitsMessages.none} />
      ) : (
        <div className={styles.groups}>
          {shown.map((group) => (
            <Group key={group.id} label={group.label} benefits={group.benefits} />
          ))}
        </div>
      )}
    </>
  )
}

function ToConfirm({ benefits }: { benefits: readonly BenefitView[] }) {
  const begun = benefits.filter(({ selection }) => selection?.temporarySelection).length
  if (begun === 0) return null
  return (
    <Alert
      kind="info"
      title={benefitsMessages.begun(begun)}
      action={
        <Link to={paths.basket()} className={buttonClass('secondary')}>
          {benefitsMessages.toBasket}
        </Link>
      }
    >
      {benefitsMessages.begunText}
    </Alert>
  )
}

function AfterLifeEvents({ benefits }: { benefits: readonly BenefitView[] }) {
  const panels = usePanels()
  const isReadOnly = useReadOnlyView()
  const open = Map.groupBy(
    benefits.filter(({ availability: { available, reason } }) => available && reason),
    ({ availability }) => availability.reason,
  )
  return (
    <div className={styles.lifeEvents}>
      {open.size > 0 ? (
        <div className={styles.opened}>
          {[...open].map(([reason, opened]) => (
            <Alert key={reason} kind="info" title={reason}>
              {benefitsMessages.openNow(opened.map(({ name }) => name).join(', '))}
            </Alert>
          ))}
        </div>
      ) : (
        <p>{benefitsMessages.lifeEvents}</p>
      )}
      {!isReadOnly && (
        <Button kind="secondary" onClick={() => panels.open('add-life-event')}>
          {benefitsMessages.addLifeEvent}
        </Button>
      )}
      <Link to={paths.whatIf()}>{benefitMessages.whatIf}</Link>
    </div>
  )
}

function Group({ label, benefits }: { label: string; benefits: readonly BenefitView[] }) {
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={id} data-count={Math.min(benefits.length, 3)}>
      <h2 id={id}>{label}</h2>
      <ul role="list" className={styles.cards}>
        {benefits.map((benefit) => (
          <BenefitCard key={benefit.benefitId} benefit={benefit} />
        ))}
      </ul>
    </section>
  )
}

function Totals({ benefits }: { benefits: readonly BenefitView[] }) {
  const total = totalCost(benefits)
  const [first] = benefits
  if (total.count === 0 || !first) return null
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{benefitsMessages.day}</dt>
        <dd>{showLongDate(first.on)}</dd>
      </div>
      <div>
        <dt>{benefitsMessages.total}</dt>
        <dd>
          <Money amount={total.employee} per={benefitsMessages.perMonth} />
        </dd>
      </div>
      <div>
        <dt>{benefitsMessages.totalEmployer}</dt>
        <dd>
          <Money amount={total.employer} per={benefitsMessages.perMonth} />
        </dd>
      </div>
      <div>
        <dt>{benefitsMessages.chosen}</dt>
        <dd>{benefitsMessages.count(total.count)}</dd>
      </div>
    </dl>
  )
}

function Chip({ label, pressed, onPress }: { label: string; pressed: boolean; onPress: () => void }) {
  return (
    <button type="button" className={styles.chip} aria-pressed={pressed} onClick={onPress}>
      {label}
    </button>
  )
}

function CardsLoading() {
  return (
    <Loading label={benefitsMessages.loading}>
      <Skeleton shape="block" />
      <div className={styles.loading}>
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <Skeleton key={card} shape="card" />
        ))}
      </div>
    </Loading>
  )
}
