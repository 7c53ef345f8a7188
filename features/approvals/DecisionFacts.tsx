import type { CSSProperties, ReactNode } from 'react'
import { errorMessages } from '../../contract/messages.ts'
import { showDate } from '../../contract/dates.ts'
import { showPounds } from '../../contract/money.ts'
import { BenefitIllustration } from '../../ui/Illustration.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/States.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import type { DecisionFacts as Facts, QueuedSelection } from './approval-queue.contract.ts'
import { queueMessages as say } from './approval-queue.messages.ts'
import styles from './ApprovalQueue.module.css'
import { approveMessages } from './approvals.messages.ts'
import { ApprovalFigures, type ApprovalFigure } from './ApprovalFigures.tsx'
import { useDecisionFacts } from './use-approval-queue.ts'

export function DecisionFacts({ asked, next }: { asked: QueuedSelection; next: QueuedSelection | undefined }) {
  const facts = useDecisionFacts(asked, next)
  const { benefitName, employeeName, summary, sentOn } = asked
  return (
    <div className={styles.facts}>
      <div className={styles.title}>
        <BenefitIllustration benefit={asked} size="medium" />
        <div>
          <p className={styles.small}>{say.sent(benefitName, { change: isChange(asked), on: showDate(sentOn) })}</p>
          <h2>{say.heading(employeeName, summary)}</h2>
        </div>
      </div>
      {facts.isError && (
        <ErrorState error={facts.error} title={errorMessages.retryLater} onRetry={() => void facts.refetch()} />
      )}
      {facts.isPending && (
        <Loading label={say.loading}>
          <Skeleton />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </Loading>
      )}
      {facts.data && <Loaded asked={asked} facts={facts.data} />}
    </div>
  )
}

function Loaded({ asked, facts }: { asked: QueuedSelection; facts: Facts }) {
  const { open } = usePanels()
  return (
    <>
      <p className={styles.soft}>{personInWords(facts)}</p>
      <ApprovalFigures figures={figuresOf(asked, facts)} />
      {facts.minimumWage && (
        <MinimumWage {...facts.minimumWage} salary={facts.salary ?? 0} firstName={asked.firstName} />
      )}
      <dl className={styles.pairs}>
        {pairsOf(asked, facts).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <LinkButton onClick={() => open('view-employee-data', { employeeId: facts.employeeId })}>
        {say.person(asked.employeeName)}
      </LinkButton>
    </>
  )
}

function isChange({ fields }: QueuedSelection): boolean {
  return fields[approveMessages.askedFor] === approveMessages.changeOfRunning
}

function personInWords({ jobTitle, costCentre, location, weeklyHours, salary }: Facts): string {
  const place = [jobTitle, costCentre, location].filter((part) => part !== null).join(', ')
  const pay = [weeklyHours && say.hours(weeklyHours), salary && say.salary(showPounds(salary))]
    .filter(Boolean)
    .join(', ')
  return [place, pay]
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(' ')
}

function figuresOf(
  { firstName, employeePays, employerPays, orderValue }: QueuedSelection,
  { effect }: Facts,
): ApprovalFigure[] {
  const figures: ApprovalFigure[] = []
  if (employeePays !== null)
    figures.push({
      label: employeePays < 0 ? say.isPaid(firstName) : say.pays(firstName),
      figure: showPounds(Math.abs(employeePays)),
      note: say.aMonth,
    })
  if (effect) {
    const { takeHomePerMonth: month } = effect
    const change = month < 0 ? say.less : say.more
    figures.push({
      label: say.takeHome,
      figure: month === 0 ? say.same : change(showPounds(Math.abs(month))),
      note: say.aMonth,
    })
  }
  if (orderValue > 0) figures.push({ label: say.payNow, figure: showPounds(orderValue), note: say.forOrder })
  else if (employerPays) figures.push({ label: say.youPay, figure: showPounds(employerPays), note: say.aMonth })
  const insurance = effect?.employerNationalInsurancePerYear ?? 0
  if (insurance !== 0)
    figures.push({
      label: insurance < 0 ? say.saveInsurance : say.payInsurance,
      figure: showPounds(Math.abs(insurance)),
      note: say.aYear,
    })
  return figures
}

const shownElsewhere: ReadonlySet<string> = new Set([
  approveMessages.askedFor,
  approveMessages.costToEmployee,
  approveMessages.costToEmployer,
  approveMessages.total,
  approveMessages.from,
])

function pairsOf(asked: QueuedSelection, facts: Facts): [label: string, value: ReactNode][] {
  const { benefitName, firstName, startsOn, fields } = asked
  const { inForce, firstPay, taxMethod, balanceAtLeaving, terms } = facts
  const pairs: [string, ReactNode][] = [
    [say.why, isChange(asked) ? say.whyChange(benefitName) : say.whyNew(benefitName)],
    ...Object.entries(fields).filter(([label]) => !shownElsewhere.has(label)),
  ]
  if (inForce) {
    const plan = inForce.planDetails.map(({ label, value }) => `${label}: ${value}`).join(', ')
    pairs.push([say.inForce, inForce.employee === null ? plan : say.inForceCost(plan, showPounds(inForce.employee))])
  }
  if (startsOn) pairs.push([say.startsOn, showDate(startsOn)])
  pairs.push([
    say.firstPay,
    firstPay ? say.firstPayBy(showDate(firstPay.payOn), showDate(firstPay.cutOffOn)) : say.noPay,
  ])
  if (taxMethod) pairs.push([say.taxed, taxMethod])
  if (balanceAtLeaving) pairs.push([say.leaves(firstName), say.balance[balanceAtLeaving]])
  for (const { version, accepted } of terms)
    pairs.push([say.terms, accepted ? say.accepted(version) : say.notAccepted(version)])
  return pairs
}

type MinimumWageProps = NonNullable<Facts['minimumWage']> & { salary: number; firstName: string }

function MinimumWage({ payAfter, floor, payToRise, salary, firstName }: MinimumWageProps) {
  const whole = Math.max(salary, floor, payAfter)
  const part = (amount: number) => `${((100 * amount) / whole).toFixed(1)}%`
  // React's type has no custom properties.
  const shares = { '--after': part(payAfter), '--floor': part(floor) } as CSSProperties
  const toRise =
    payToRise && say.wageToRise(firstName, { on: showDate(payToRise.on), floor: showPounds(payToRise.floor) })
  return (
    <div className={styles.wage} data-below={payAfter < floor || toRise !== null || undefined} style={shares}>
      <h3>{payAfter < floor ? say.wageBelow : (toRise ?? say.wageKept)}</h3>
      <p>
        {say.payAfter} <strong>{say.salary(showPounds(payAfter))}</strong>
      </p>
      <span className={styles.bar} aria-hidden="true" />
      <p>
        {say.minimum} <strong>{say.salary(showPounds(floor))}</strong>
      </p>
    </div>
  )
}
