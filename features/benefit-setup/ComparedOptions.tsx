import { useQuery } from '@tanstack/react-query'
import { isRefused } from '../../contract/is-refused.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { showPounds } from '../../contract/money.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { BenefitView, quoteBenefit, SetupField, SetupValues } from '../../domain/selections/benefits.contract.ts'
import { comparedOptionsMessages as say } from './compared-options.messages.ts'
import styles from './ComparedOptions.module.css'
import { fieldProblems, valuesToSend } from '../../domain/selections/setup.rules.ts'
import { quoteQuery } from './use-quote.ts'

type Option = Extract<SetupField['input'], { kind: 'options' }>['options'][number]
type ComparedOptionsProps = {
  benefit: BenefitView
  field: SetupField
  values: SetupValues
  options: readonly Option[]
}

export function ComparedOptions({ benefit, field, values, options }: ComparedOptionsProps) {
  // This JSON was written from a value of this type, so the cast is safe.
  const settled = JSON.parse(useDebounced(JSON.stringify(values)), restoreNaN) as SetupValues
  const { setupFields } = benefit
  return (
    <ul role="list" className={styles.options}>
      {options.map(({ value, label }) => {
        const withIt = { ...settled, [field.name]: value }
        return (
          <ComparedOption
            key={value}
            label={label}
            chosen={values[field.name] === value}
            quote={
              fieldProblems(setupFields, withIt).some((problem) => problem.field !== field.name)
                ? null
                : quoteQuery(benefit, { values: valuesToSend(setupFields, withIt) })
            }
          />
        )
      })}
    </ul>
  )
}

/** Restores NaN for half-typed numbers, because JSON writes NaN as null. No setup value is null. */
const restoreNaN = (_name: string, value: unknown) => (value === null ? Number.NaN : value)

type OptionQuote = ReturnType<typeof quoteQuery>
/** `quote` is null while another question is unanswered or its answer is wrong. */
type ComparedOptionProps = { label: string; chosen: boolean; quote: OptionQuote | null }

function ComparedOption({ label, chosen, quote }: ComparedOptionProps) {
  return (
    <li className={styles.option} data-chosen={chosen || undefined}>
      <p className={styles.name}>{label}</p>
      {chosen && <Badge tone="brand">{say.chosen}</Badge>}
      {quote ? <OptionAnswer asked={quote} /> : <p className={styles.soft}>{say.notYet}</p>}
    </li>
  )
}

// One query per option, because `useQueries` would add to the bundle of every page.
function OptionAnswer({ asked }: { asked: OptionQuote }) {
  const quote = useQuery(asked)
  if (quote.data) return <Figures quote={quote.data} />
  if (quote.isError) return <p className={styles.soft}>{noPriceReason(quote.error)}</p>
  return (
    <Loading label={say.loading}>
      <Skeleton />
      <Skeleton width="half" />
    </Loading>
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
        <dd>{takeHome.outcome === 'computed' ? choiceText(takeHome.change.perMonth) : takeHome.reason}</dd>
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

function choiceText(change: number): string {
  if (change === 0) return say.same
  return change < 0 ? say.less(showPounds(-change)) : say.more(showPounds(change))
}

function noPriceReason(error: Error): string {
  return isRefused(error) ? error.message : say.failed
}
