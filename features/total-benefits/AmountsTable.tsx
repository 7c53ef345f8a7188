import { Money } from '../../ui/Money.tsx'
import { useScrollRegion } from '../../ui/use-scroll-region.ts'
import styles from './AmountsTable.module.css'

type Line = { label: string; amounts: readonly [number, number] }

export function AmountsTable({
  caption,
  hideCaption = false,
  headings,
  lines,
}: {
  caption: string
  hideCaption?: boolean
  headings: readonly [string, string, string]
  lines: readonly Line[]
}) {
  const region = useScrollRegion(caption)
  return (
    <div {...region} className={styles.region}>
      <table className={styles.table}>
        <caption className={hideCaption ? 'visually-hidden' : styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, amounts: [one, other] }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <Money amount={one} />
              </td>
              <td>
                <Money amount={other} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
