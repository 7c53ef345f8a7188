import { useId } from 'react'
import { ChartFigure, fillOf, Fills, totalOf, type ChartFrame, type Series } from './ChartFigure.tsx'
import styles from './Chart.module.css'

/** Lying bars, one a label; with several series each bar is made of their parts. Values are never below nought. */
export function BarChart(props: ChartFrame) {
  const { labels, series, show } = props
  const longest = Math.max(...labels.map((_, line) => totalOf(series, line)), 0)
  return (
    <ChartFigure {...props} withTotal={series.length > 1}>
      <div className={styles.bars}>
        {labels.map((label, line) => (
          <div key={label} className={styles.barRow}>
            <span className={styles.barLabel}>{label}</span>
            <Bar series={series} line={line} longest={longest} />
            <span className={styles.barValue}>{show(totalOf(series, line))}</span>
          </div>
        ))}
      </div>
    </ChartFigure>
  )
}

function Bar({ series, line, longest }: { series: readonly Series[]; line: number; longest: number }) {
  const id = useId()
  const widths = series.map(({ values }) => (longest > 0 ? ((values[line] ?? 0) / longest) * 100 : 0))
  const startOf = (index: number) => widths.slice(0, index).reduce((sum, width) => sum + width, 0)
  return (
    <svg className={styles.bar} width="100%" height={24} focusable="false">
      <Fills id={id} />
      {series.map(({ name }, index) => (
        <rect
          key={name}
          className={styles.piece}
          x={`${startOf(index)}%`}
          width={`${widths[index] ?? 0}%`}
          height={24}
          fill={fillOf(id, index)}
        />
      ))}
    </svg>
  )
}
