import { errorMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { BarChart } from '../../ui/BarChart.tsx'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import type { BenefitTakeUp, InsightGroup, TakeUpRow } from '../take-up/take-up.contract.ts'
import { GroupFilters } from '../take-up/GroupFilters.tsx'
import { showAsOf, showTakeUp } from '../take-up/take-up.rules.ts'
import { useGroupInLinks } from '../take-up/use-group-filter.ts'
import { bandLabel } from './band-label.rules.ts'
import { insightsMessages as say } from './insights.messages.ts'
import styles from './Insights.module.css'
import { LoadingCharts } from './LoadingCharts.tsx'
import { useBenefitInAddress, useBenefitInsights, useInsightsOfBenefit } from './use-insights.ts'

const dimensions = ['age', 'sex', 'service'] as const

export function BenefitInsights() {
  const { status, data, error, refetch } = useBenefitInsights()
  const benefitId = useBenefitInAddress()
  const filter = useGroupInLinks()
  const benefits = data?.data ?? []
  const group = data?.group?.name
  return (
    <section aria-labelledby="selections-heading" className={styles.section}>
      <h2 id="selections-heading">{say.selections}</h2>
      {status === 'pending' && <LoadingCharts />}
      {status === 'error' && (
        <ErrorState error={error} title={errorMessages.retryLater} onRetry={() => void refetch()} />
      )}
      {status === 'success' && benefits.length === 0 && <EmptyState title={say.none}>{say.noBenefitsYet}</EmptyState>}
      {benefits.length > 0 && (
        <>
          <GroupFilters groups={data?.groupChoices ?? []} />
          <Card>
            <BarChart
              title={group === undefined ? say.allBenefits : say.allBenefitsIn(group)}
              summary={say.allBenefitsText(showAsOf(data?.asOf ?? ''))}
              labelHeader={say.benefit}
              labels={benefits.map(({ name, takeUp }) => say.withTakeUp(name, showTakeUp(takeUp)))}
              {...stacked(benefits)}
            />
          </Card>
          <nav aria-label={say.byGroup} className={styles.choose}>
            <p>{say.byGroup}</p>
            <ul role="list">
              {benefits.map((one) => (
                <li key={one.benefitId}>
                  <Link
                    to={paths.insights(one.benefitId) + filter.replace('?', '&')}
                    aria-current={one.benefitId === benefitId ? 'true' : undefined}
                  >
                    {one.name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          {benefitId !== null && group !== undefined && <p className={styles.soft}>{say.ofAllEmployees}</p>}
          {benefitId !== null && <OneBenefit benefitId={benefitId} />}
        </>
      )}
    </section>
  )
}

function OneBenefit({ benefitId }: { benefitId: string }) {
  const { status, data, error, refetch } = useInsightsOfBenefit(benefitId)
  if (status === 'pending') return <LoadingCharts />
  if (status === 'error' || !data.insights)
    return <ErrorState error={error} title={errorMessages.retryLater} onRetry={() => void refetch()} />
  return <ByGroup asOf={showAsOf(data.asOf)} benefit={data.benefit} {...data.insights} />
}

type ByGroupProps = { asOf: string; benefit: TakeUpRow } & NonNullable<BenefitTakeUp['insights']>

function ByGroup({ asOf, benefit, groups, smallestGroup }: ByGroupProps) {
  const { name, selected, eligible, takeUp } = benefit
  const isAnyLeftOut = Object.values(groups).some((of) => of.some((group) => group.eligible === null))
  const [some, all] = [selected, eligible].map((count) => count.toLocaleString('en-GB'))
  return (
    <>
      <h3>{name}</h3>
      <p>
        {say.figures(some ?? '', all ?? '', showTakeUp(takeUp), asOf)}{' '}
        <Link to={paths.benefitTakeUp(benefit.benefitId)}>{say.toPeople}</Link>
      </p>
      {isAnyLeftOut && <p className={styles.soft}>{say.smallGroups(smallestGroup)}</p>}
      <div className={styles.charts}>
        {dimensions.map((dimension) => (
          <Card key={dimension}>
            <BarChart
              title={say.takeUpChart[dimension]}
              summary={summaryOf(groups[dimension])}
              labelHeader={say.dimension[dimension]}
              labels={groups[dimension].map(labelOf)}
              {...stacked(groups[dimension])}
            />
          </Card>
        ))}
      </div>
    </>
  )
}

type GroupCounts = { eligible: number | null; selected: number | null }

function stacked(groups: readonly GroupCounts[]) {
  return {
    series: [
      { name: say.holders, values: groups.map(({ selected }) => selected) },
      {
        name: say.others,
        values: groups.map(({ eligible, selected }) =>
          eligible === null || selected === null ? null : eligible - selected,
        ),
      },
    ],
    show: (count: number) => count.toLocaleString('en-GB'),
  }
}

function labelOf({ band, takeUp, eligible }: InsightGroup): string {
  return takeUp === null || eligible === 0 ? bandLabel(band) : say.withTakeUp(bandLabel(band), showTakeUp(takeUp))
}

function summaryOf(groups: readonly InsightGroup[]): string {
  const [highest] = groups.filter(({ eligible }) => eligible).toSorted((a, b) => (b.takeUp ?? 0) - (a.takeUp ?? 0))
  return highest ? say.highest(bandLabel(highest.band), showTakeUp(highest.takeUp ?? 0)) : say.nothingShown
}
