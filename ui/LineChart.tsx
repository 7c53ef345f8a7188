import { ChartFigure, type ChartFrame } from './ChartFigure.tsx'
import styles from './Chart.module.css'
import { axisTicks } from './axis-ticks.ts'

export function LineChart(props: ChartFrame) {
  const { labels, series, show } = props
  const ticks = axisTicks(Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0)), 0))
  const top = ticks.at(-1) ?? 1
  const x = (index: number) => `${labels.length > 1 ? (index / (labels.length - 1)) * 100 : 50}%`
  const y = (value: number | null) => `${100 - ((value ?? 0) / top) * 100}%`
  // Only as many labels as fit below a narrow chart.
  const every = Math.ceil(labels.length / 4)
  return (
    <ChartFigure {...props}>
      <div className={styles.plot}>
        <div className={styles.ticks}>
          {ticks.toReversed().map((tick) => (
            <span key={tick}>{show(tick)}</span>
          ))}
        </div>
        <svg className={styles.curves} width="100%" height={220} overflow="visible" focusable="false">
          {ticks.map((tick) => (
            <line key={tick} className={styles.grid} x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
          ))}
          {series.map(({ name, values }, index) => (
            <g key={name} className={styles.line} data-series={index}>
              {values.slice(1).map((value, before) => (
                <line
                  // Each point is one step of time, so the index is a stable key.
                  // oxlint-disable-next-line react/no-array-index-key
                  key={before}
                  x1={x(before)}
                  y1={y(values[before] ?? 0)}
                  x2={x(before + 1)}
                  y2={y(value)}
                />
              ))}
              {values.map((value, at) => (
                <Mark key={labels[at]} index={index} x={x(at)} y={y(value)} />
              ))}
            </g>
          ))}
        </svg>
        <div className={styles.times}>
          {labels.map((label, index) =>
            index % every === 0 ? (
              <span
                key={label}
                data-last={(index > 0 && index === labels.length - 1) || undefined}
                ref={(span) => span?.style.setProperty('--at', x(index))}
              >
                {label}
              </span>
            ) : null,
          )}
        </div>
      </div>
    </ChartFigure>
  )
}

function Mark({ index, x, y }: { index: number; x: string; y: string }) {
  if (index % 3 === 0) return <circle cx={x} cy={y} r={4} />
  return (
    <svg x={x} y={y} overflow="visible">
      <rect x={-4} y={-4} width={8} height={8} transform={index % 3 === 2 ? 'rotate(45)' : undefined} />
    </svg>
  )
}
