import { showPounds } from '../../contract/money.ts'
import type { TakeHomeView } from '../../domain/selections/take-home.contract.ts'
import { takeHomeEffectMessages as say } from '../../domain/tax/take-home-effect.messages.ts'
import { useScrollRegion } from '../../ui/use-scroll-region.ts'
import styles from './BeforeAndAfter.module.css'

export type BeforeAndAfterRow = { caption: string; before: string; after: string }

export function BeforeAndAfter({
  lines,
  compared: { caption, before, after },
}: {
  lines: Extract<TakeHomeView, { outcome: 'computed' }>['lines']
  compared: BeforeAndAfterRow
}) {
  const region = useScrollRegion(caption)
  return (
    <div {...region} className={styles.region}>
      <table className={`${styles.table} ${styles.lined}`}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{say.figure}</th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={line.label} data-strong={index === lines.length - 1 || undefined}>
              <th scope="row">{line.label}</th>
              <td>{showPounds(line.before)}</td>
              <td>{showPounds(line.after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
