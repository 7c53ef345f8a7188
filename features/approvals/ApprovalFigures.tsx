import styles from './ApprovalQueue.module.css'

export type ApprovalFigure = { label: string; figure: string; note: string }

export function ApprovalFigures({ figures }: { figures: readonly ApprovalFigure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, figure, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={styles.figure}>{figure}</dd>
          <dd className={styles.small}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}
