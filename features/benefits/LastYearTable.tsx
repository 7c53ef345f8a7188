import { showDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import { errorMessages } from '../../contract/messages.ts'
import { showPounds } from '../../contract/money.ts'
import type { LastYear, SelectionView } from '../../domain/selections/benefits.contract.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/States.tsx'
import table from '../benefit-parts/BeforeAndAfter.module.css'
import { lastYearMessages as say } from './last-year.messages.ts'
import { useLastYear } from './use-benefit-page.ts'

type InForce = { planDetails: SelectionView['planDetails']; price: NonNullable<SelectionView['price']> }

export function LastYearTable({ benefitId, ...inForce }: InForce & { benefitId: BenefitId }) {
  const query = useLastYear(benefitId)
  if (query.isPending)
    return (
      <Loading label={say.loading}>
        <Skeleton />
        <Skeleton />
      </Loading>
    )
  if (query.isError)
    return <ErrorState error={query.error} title={errorMessages.retryLater} onRetry={() => void query.refetch()} />
  const { lastYear } = query.data
  return lastYear ? <Compared lastYear={lastYear} {...inForce} /> : <p>{say.notHeld}</p>
}

function Compared({ lastYear, planDetails, price: { employee, employer } }: InForce & { lastYear: LastYear }) {
  const before = new Map(lastYear.planDetails.map(({ label, value }) => [label, value]))
  const now = new Map(planDetails.map(({ label, value }) => [label, value]))
  const rows = [
    ...[...new Set([...now.keys(), ...before.keys()])].map((label) => ({
      label,
      before: before.get(label) ?? say.none,
      now: now.get(label) ?? say.none,
    })),
    { label: say.youPay, before: showPounds(lastYear.employee), now: showPounds(employee.perMonth) },
    { label: say.employer, before: showPounds(lastYear.employer), now: showPounds(employer.perMonth) },
  ]
  const change = Math.round((employee.perMonth - lastYear.employee) * 100) / 100
  return (
    <>
      <p>{change === 0 ? say.same : (change > 0 ? say.more : say.less)(showPounds(Math.abs(change)))}</p>
      <div className={table.region}>
        <table className={`${table.table} ${table.lined} ${table.worded}`}>
          <caption className="visually-hidden">{say.title}</caption>
          <thead>
            <tr>
              <th scope="col">{say.each}</th>
              <th scope="col">{say.until(showDate(lastYear.until))}</th>
              <th scope="col">{say.now}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label} data-strong={row.before === row.now ? undefined : true}>
                <th scope="row">{row.label}</th>
                <td>{row.before}</td>
                <td>{row.now}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
