import { useId } from 'react'
import { axisTicks } from './axis-ticks.ts'
import { ChartFigure, fillPattern, FillPatterns, totalOf, type ChartFrame } from './ChartFigure.tsx'
import styles from './Chart.module.css'

const height = 220

export function ColumnChart(props: ChartFrame) {
  const { labels, series, show } = props
  const id = useId()
  const ticks = axisTicks(Math.max(...labels.map((_, line) => totalOf(series, line)), 0))
  const top = ticks.at(-1) ?? 1
  const share = (value: number) => (value / top) * height
  const width = 100 / labels.length
  return (
    <ChartFigure {...props} withTotal={series.length > 1}>
      <div className={styles.plot}>
        <div className={styles.ticks}>
          {ticks.toReversed().map((tick) => (
            <span key={tick}>{show(tick)}</span>
          ))}
        </div>
        <svg className={styles.curves} width="100%" height={height} focusable="false">
          <FillPatterns id={id} />
          {ticks.map((tick) => (
            <line
              key={tick}
              className={styles.grid}
              x1="0"
              x2="100%"
              y1={height - share(tick)}
              y2={height - share(tick)}
            />
          ))}
          {labels.map((label, line) =>
            series.map(({ name, values }, index) => (
              <rect
                key={`${label} ${name}`}
                className={styles.piece}
                x={`${(line + 0.15) * width}%`}
                width={`${0.7 * width}%`}
                y={height - share(totalOf(series.slice(0, index + 1), line))}
                height={Math.max(share(values[line] ?? 0), 0)}
                fill={fillPattern(id, index)}
              />
            )),
          )}
        </svg>
        <div className={styles.times}>
          {labels.map((label, index) => (
            <span key={label} ref={(span) => span?.style.setProperty('--at', `${(index + 0.5) * width}%`)}>
              {label.slice(0, 3)}
            </span>
          ))}
        </div>
      </div>
    </ChartFigure>
  )
}
