import { useId, type ReactNode } from 'react'
import { addDays, showMonth, type IsoDate } from '../../contract/dates.ts'
import { errorMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/States.tsx'
import { showRegisteredPercentage } from '../employees/registered-share.rules.ts'
import { showAsOf } from '../take-up/take-up.rules.ts'
import { useTakeUp } from '../take-up/use-take-up.ts'
import { employerDashboardMessages as messages, showWholePounds } from './employer-dashboard.messages.ts'
import styles from './EmployerDashboard.module.css'
import { startOfMonth, totalOfMonth } from './spend.rules.ts'
import { useEmployeeTotals, useLogins, useOverview } from './use-employer-dashboard.ts'

export function KeyFigures() {
  const id = useId()
  return (
    <Card as="section" labelledBy={id}>
      <h2 id={id} className="visually-hidden">
        {messages.figures}
      </h2>
      <div className={styles.strip}>
        <SpendFigure />
        <RegisteredFigure />
        <BenefitsFigure />
        <LoginsFigure />
      </div>
    </Card>
  )
}

function SpendFigure() {
  const query = useOverview()
  const { spend = [] } = query.data ?? {}
  const month = spend.at(-1)?.month
  return (
    <Figure
      label={month ? messages.spend(showMonth(month)) : messages.spendByMonth}
      query={query}
      figure={month ? showWholePounds(totalOfMonth(spend, month)) : '–'}
      text={month && compareWithMonthBefore(spend, month)}
      link={{ to: paths.reports(), label: messages.toRuns }}
    />
  )
}

function compareWithMonthBefore(spend: Parameters<typeof totalOfMonth>[0], month: IsoDate): string | null {
  const before = startOfMonth(addDays(month, -1))
  if (!spend.some((one) => one.month === before)) return null
  return messages.comparedWith(totalOfMonth(spend, month), totalOfMonth(spend, before), showMonth(before))
}

function RegisteredFigure() {
  const query = useEmployeeTotals()
  const totals = query.data ?? { totalEmployees: 0, totalRegisteredEmployees: 0 }
  return (
    <Figure
      label={messages.registered}
      query={query}
      figure={showRegisteredPercentage(totals)}
      text={messages.registeredOf(totals.totalRegisteredEmployees, totals.totalEmployees)}
      link={{ to: paths.employeeData(), label: messages.toEmployees }}
    />
  )
}

function BenefitsFigure() {
  const query = useTakeUp(null)
  const { data = [], holders = 0, employees = 0, asOf } = query.data ?? {}
  const held = data.reduce((sum, { selected }) => sum + selected, 0)
  return (
    <Figure
      label={messages.benefits}
      query={query}
      figure={(employees === 0 ? 0 : held / employees).toFixed(1)}
      text={asOf && messages.holders(holders, employees, showAsOf(asOf))}
      link={{ to: paths.takeUp(), label: messages.toTakeUp }}
    />
  )
}

function LoginsFigure() {
  const query = useLogins()
  const logins = (days: readonly { count: number }[]) => days.reduce((sum, { count }) => sum + count, 0)
  const days = query.data ?? []
  const lately = logins(days.slice(-30))
  const more = lately - logins(days.slice(-60, -30))
  const compared = more > 0 ? messages.moreLogins(more) : messages.fewerLogins(-more)
  return (
    <Figure
      label={messages.logins}
      query={query}
      figure={lately.toLocaleString('en-GB')}
      text={days.length >= 60 && (more === 0 ? messages.sameLogins : compared)}
      link={{ to: paths.engagement(), label: messages.toEngagement }}
    />
  )
}

type FigureProps = {
  label: string
  query: { status: 'pending' | 'error' | 'success'; error: unknown; refetch: () => unknown }
  figure: string
  text: ReactNode
  link: { to: string; label: string }
}

function Figure({ label, query, figure, text, link }: FigureProps) {
  const id = useId()
  return (
    <section className={styles.stat} aria-labelledby={id}>
      <h3 id={id} className={styles.label}>
        {label}
      </h3>
      {query.status === 'pending' && (
        <Loading label={messages.loading}>
          <Skeleton shape="heading" width="half" />
          <Skeleton />
        </Loading>
      )}
      {query.status === 'error' && (
        <ErrorState error={query.error} title={errorMessages.retryLater} onRetry={() => void query.refetch()} />
      )}
      {query.status === 'success' && (
        <>
          <p className={styles.figure}>{figure}</p>
          {text && <p className={styles.small}>{text}</p>}
          <Link to={link.to} className={styles.to}>
            {link.label}
          </Link>
        </>
      )}
    </section>
  )
}
