import { useQuery } from '@tanstack/react-query'
import { CallFailed } from '../../contract/call-failed.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { showPounds } from '../../contract/money.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { BenefitView, quoteBenefit, SetupField, SetupValues } from './benefits.contract.ts'
import { comparedOptionsMessages as say } from './compared-options.messages.ts'
import styles from './ComparedOptions.module.css'
import { valuesToSend } from './setup.rules.ts'
import { quoteQuery } from './use-quote.ts'

type Option = Extract<SetupField['input'], { kind: 'options' }>['options'][number]
type ComparedOptionsProps = {
  benefit: BenefitView
  field: SetupField
  values: SetupValues
  options: readonly Option[]
}

/** Each option with the price, the employer's part and the take-home pay of its own quote, all else as it is chosen and holds still. */
export function ComparedOptions({ benefit, field, values, options }: ComparedOptionsProps) {
  // Our own JSON of setup values.
  const settled = JSON.parse(useDebounced(JSON.stringify(values, withoutHalfTyped))) as SetupValues
  return (
    <ul role="list" className={styles.options}>
      {options.map(({ value, label }) => (
        <ComparedOption
          key={value}
          label={label}
          chosen={values[field.name] === value}
          quote={quoteQuery(benefit, valuesToSend(benefit.setupFields, { ...settled, [field.name]: value }))}
        />
      ))}
    </ul>
  )
}

/** JSON has no such number and would say null, which is no answer to any question. */
const withoutHalfTyped = (_name: string, value: unknown) =>
  typeof value === 'number' && !Number.isFinite(value) ? undefined : value

type ComparedOptionProps = { label: string; chosen: boolean; quote: ReturnType<typeof quoteQuery> }

// Each asks for itself: asking for all at once needs a part of the query library that every page would then carry.
function ComparedOption({ label, chosen, quote: asked }: ComparedOptionProps) {
  const quote = useQuery(asked)
  return (
    <li className={styles.option} data-chosen={chosen || undefined}>
      <p className={styles.name}>{label}</p>
      {chosen && <Badge tone="brand">{say.chosen}</Badge>}
      {quote.data ? (
        <Figures quote={quote.data} />
      ) : quote.isError ? (
        <p className={styles.soft}>{whyNone(quote.error)}</p>
      ) : (
        <Loading label={say.loading}>
          <Skeleton />
          <Skeleton width="half" />
        </Loading>
      )}
    </li>
  )
}

function Figures({ quote: { price, takeHome } }: { quote: ReplyOf<typeof quoteBenefit> }) {
  const { perMonth } = price.employee
  return (
    <dl className={styles.figures}>
      <Figure label={perMonth < 0 ? say.youGain : say.youPay} amount={Math.abs(perMonth)} />
      <Figure label={say.employer} amount={price.employer.perMonth} />
      <div>
        <dt>{say.takeHome}</dt>
        <dd>{takeHome.outcome === 'computed' ? inWords(takeHome.change.perMonth) : takeHome.reason}</dd>
      </div>
    </dl>
  )
}

function Figure({ label, amount }: { label: string; amount: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {showPounds(amount)} {say.perMonth}
      </dd>
    </div>
  )
}

function inWords(change: number): string {
  if (change === 0) return say.same
  return change < 0 ? say.less(showPounds(-change)) : say.more(showPounds(change))
}

/** What the server says against it, such as a question that has no answer yet. */
function whyNone(error: Error): string {
  return error instanceof CallFailed && error.status !== null && error.status < 500 ? error.message : say.failed
}
