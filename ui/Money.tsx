import styles from './Money.module.css'

const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
const signed = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', signDisplay: 'exceptZero' })

type MoneyProps = {
  /** Pounds. */
  amount: number
  per?: string
  withSign?: boolean
}

export function Money({ amount, per, withSign = false }: MoneyProps) {
  // Replaces the hyphen by a minus sign, which is as wide as a digit and read out as minus. Adding 0 turns -0 into 0.
  const text = (withSign ? signed : format).format(amount + 0).replace('-', '−')
  return (
    <span className={styles.money}>
      {text}
      {per && <span className={styles.per}> {per}</span>}
    </span>
  )
}
