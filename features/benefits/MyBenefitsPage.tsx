import { useEffect } from 'react'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { showDate } from '../../contract/dates.ts'
import { showPounds } from '../../contract/money.ts'
import { paths } from '../../contract/paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { Page } from '../../ui/Page.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import { useReadOnlyView } from '../session/use-signed-in-person.ts'
import { forceLogout } from '../session/use-token-renewal.ts'
import { groupByCategory, groupByState, totalCost } from './benefit-groups.rules.ts'
import { UnavailableBenefits, ChosenBenefits, AvailableBenefits } from './BenefitRows.tsx'
import { BenefitTotals } from './BenefitTotals.tsx'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { benefitsMessages } from './my-benefits.messages.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'
import styles from './MyBenefitsPage.module.css'
import { useCategoryInAddress } from '../benefit-parts/use-benefit-address.ts'
import { useBenefitFilters, useBenefits } from '../benefit-parts/use-benefits.ts'

const NextYear = loadOnDemand(() => import('./NextYear.tsx').then((m) => m.NextYear))

const LeavingBalances = loadOnDemand(() =>
  import('../benefit-parts/LeavingBalances.tsx').then((m) => m.LeavingBalances),
)

export function MyBenefitsPage() {
  const benefits = useBenefits()
  const lost = benefits.isError && !benefits.data
  const isError = lost && isOfPortal(benefits.error)
  useEffect(() => {
    // After three failed attempts the specification requires a logout with the reason (D-18, BENEFIT-03).
    if (isError) forceLogout(benefitsMessages.failed)
  }, [isError])
  return (
    <Page title={breadcrumbMessages.benefits} lead={benefits.data ? leadOf(benefits.data) : benefitsMessages.intro}>
      {benefits.data ? (
        <Benefits benefits={benefits.data} />
      ) : lost ? (
        <ErrorState
          error={null}
          title={isError ? benefitsMessages.failed : failureText(benefits.error)}
          {...(!isError && { onRetry: () => void benefits.refetch() })}
        />
      ) : (
        <BenefitsLoading />
      )}
    </Page>
  )
}

function leadOf(benefits: readonly BenefitView[]): string {
  const { employee, count } = totalCost(benefits)
  const { open } = groupByState(benefits)
  const days = new Set(open.map(({ availability }) => availability.closesOn))
  const [until = null] = days.size === 1 ? days : []
  if (count === 0) return benefitsMessages.intro
  const sentence = employee < 0 ? benefitsMessages.summaryGain : benefitsMessages.summary
  return [
    sentence(count, showPounds(Math.abs(employee))),
    ...(open.length > 0 ? [benefitsMessages.alsoOpen(open.length, until && showDate(until))] : []),
  ].join(' ')
}

/** True if the portal itself failed. A lost connection, a timeout or a gateway error is no reason to log out. */
function isOfPortal(error: unknown): boolean {
  if (!(error instanceof CallFailed)) return true
  return error.status !== null && (error.code !== null || error.status === 500)
}

function Benefits({ benefits }: { benefits: readonly BenefitView[] }) {
  const filters = useBenefitFilters()
  const [filter, setFilter] = useCategoryInAddress()
  const isReadOnly = useReadOnlyView()
  if (benefits.length === 0) return <EmptyState icon="benefits" title={benefitsMessages.none} />

  const left = benefits.find((benefit) => benefit.availability.cause === 'employment')
  const hasNextYear = benefits.some(({ nextYear, choosesFrom }) => nextYear ?? choosesFrom)
  const all = groupByState(benefits)
  const states = [
    { id: 'held', label: benefitsMessages.held, benefits: all.held },
    { id: 'open', label: benefitsMessages.open, benefits: all.open },
  ].filter((group) => group.benefits.length > 0)
  const categories = groupByCategory(benefits, filters.data ?? [])
  const shown =
    filter === null ? benefits : ([...states, ...categories].find(({ id }) => id === filter)?.benefits ?? [])
  const { held, open, closed } = groupByState(shown)
  return (
    <>
      {benefits.some((benefit) => benefit.availability.cause === 'probation') && (
        <Alert kind="info">{benefitsMessages.probation}</Alert>
      )}
      {left && <Alert kind="info">{left.availability.reason}</Alert>}
      {benefits.some(({ selection }) => selection?.atLeaving) && <LeavingBalances benefits={benefits} />}
      {[...new Set(benefits.flatMap(({ pot }) => pot ?? []))].map((pot) => (
        <Alert key={pot} kind="info">
          {pot}
        </Alert>
      ))}
      {!left && hasNextYear && <NextYear benefits={benefits} />}
      {!left && <OpenedByLifeEvents benefits={benefits} />}
      <div className={styles.filters} role="group" aria-label={benefitsMessages.filterLabel}>
        <CountedChip
          label={benefitsMessages.all}
          count={benefits.length}
          pressed={filter === null}
          onPress={() => setFilter(null)}
        />
        {states.map(({ id, label, benefits: { length } }) => (
          <CountedChip key={id} label={label} count={length} pressed={filter === id} onPress={() => setFilter(id)} />
        ))}
        {categories.map(({ id, label }) => (
          <Chip key={id} pressed={filter === id} onPress={() => setFilter(id)}>
            {label}
          </Chip>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {benefitsMessages.shown(shown.length)}
      </p>
      <div className={styles.split}>
        <BenefitTotals benefits={benefits} canConfirm={!left && !isReadOnly} />
        <div className={styles.lists}>
          {shown.length === 0 && <EmptyState icon="filter" title={benefitsMessages.none} />}
          {held.length > 0 && <ChosenBenefits benefits={held} filters={filters.data ?? []} />}
          {open.length > 0 && <AvailableBenefits benefits={open} />}
          {closed.length > 0 && <UnavailableBenefits benefits={closed} />}
          {!left && <LifeEvents />}
        </div>
      </div>
    </>
  )
}

function OpenedByLifeEvents({ benefits }: { benefits: readonly BenefitView[] }) {
  const open = Map.groupBy(
    benefits.filter(({ availability: { available, reason } }) => available && reason),
    ({ availability }) => availability.reason,
  )
  return [...open].map(([reason, opened]) => (
    <Alert key={reason} kind="info" title={reason}>
      {benefitsMessages.openNow(opened.map(({ name }) => name).join(', '))}
    </Alert>
  ))
}

function LifeEvents() {
  const panels = usePanels()
  const isReadOnly = useReadOnlyView()
  return (
    <div className={styles.lifeEvents}>
      <p>{benefitsMessages.lifeEvents}</p>
      {!isReadOnly && (
        <Button kind="secondary" onClick={() => panels.open('add-life-event')}>
          {benefitsMessages.addLifeEvent}
        </Button>
      )}
      <Link to={paths.whatIf()}>{benefitMessages.whatIf}</Link>
    </div>
  )
}

type CountedChipProps = { label: string; count: number; pressed: boolean; onPress: () => void }

function CountedChip({ label, count, ...chip }: CountedChipProps) {
  return (
    <Chip {...chip}>
      {label} <span className={styles.count}>{count}</span>
    </Chip>
  )
}

function BenefitsLoading() {
  return (
    <Loading label={benefitsMessages.loading}>
      <div className={styles.split}>
        <Skeleton shape="card" />
        <div className={styles.lists}>
          {[1, 2, 3].map((card) => (
            <Skeleton key={card} shape="card" />
          ))}
        </div>
      </div>
    </Loading>
  )
}
