import styles from './Money.module.css'

const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
const signed = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', signDisplay: 'exceptZero' })

type MoneyProps = {
  /** Pounds. */
  amount: number
  /** What the amount is for: 'a month'. */
  per?: string
  /** Shows + as well as −, for a change. */
  withSign?: boolean
}

export function Money({ amount, per, withSign = false }: MoneyProps) {
  // A real minus sign is as wide as a figure and is read out as minus; nothing has none (-0 + 0 is 0).
  const text = (withSign ? signed : format).format(amount + 0).replace('-', '−')
  return (
    <span className={styles.money}>
      {text}
      {per && <span className={styles.per}> {per}</span>}
    </span>
  )
}
