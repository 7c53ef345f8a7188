import { useId } from 'react'
import { chartMessages } from './chart.messages.ts'
import {
  ChartFigure,
  fillPattern,
  FillPatterns,
  isValueMissing,
  totalOf,
  type ChartFrame,
  type Series,
} from './ChartFigure.tsx'
import styles from './Chart.module.css'

export function BarChart(props: ChartFrame) {
  const { labels, series, show, notes: [note] = [] } = props
  const bars = labels.map((_, line) => barsOf(series, line))
  const longest = Math.max(...bars.flat().map(({ length }) => length), 0)
  return (
    <ChartFigure {...props} withTotal={series.length > 1}>
      <div className={styles.bars}>
        {labels.map((label, line) =>
          (bars[line] ?? []).map(({ pieces, length }, index) => (
            <div key={`${label} ${pieces[0]?.name}`} className={styles.barRow}>
              <span className={styles.barLabel}>{index === 0 && label}</span>
              <Bar pieces={pieces} line={line} longest={longest} series={series} />
              <span className={styles.barValue}>
                {isValueMissing(series, line) ? chartMessages.notShown : show(length)}
                {note && index === 0 && <small className={styles.note}>{note.texts[line]}</small>}
              </span>
            </div>
          )),
        )}
      </div>
    </ChartFigure>
  )
}

type Drawn = { pieces: readonly Series[]; length: number }

function barsOf(series: readonly Series[], line: number): Drawn[] {
  const apart = series.flatMap((one): Drawn[] => {
    const length = one.values[line] ?? 0
    return one.apart && length > 0 ? [{ pieces: [one], length }] : []
  })
  const together = { pieces: series.filter((one) => !one.apart), length: totalOf(series, line) }
  return together.length === 0 && apart.length > 0 ? apart : [together, ...apart]
}

function Bar({
  pieces,
  line,
  longest,
  series,
}: {
  pieces: readonly Series[]
  line: number
  longest: number
  series: readonly Series[]
}) {
  const id = useId()
  const widths = pieces.map(({ values }) => (longest > 0 ? Math.max(((values[line] ?? 0) / longest) * 100, 0) : 0))
  const startOf = (index: number) => widths.slice(0, index).reduce((sum, width) => sum + width, 0)
  return (
    <svg className={styles.bar} width="100%" height={24} focusable="false">
      <FillPatterns id={id} />
      {pieces.map((piece, index) => (
        <rect
          key={piece.name}
          className={styles.piece}
          x={`${startOf(index)}%`}
          width={`${widths[index] ?? 0}%`}
          height={24}
          fill={fillPattern(id, series.indexOf(piece))}
        />
      ))}
    </svg>
  )
}
