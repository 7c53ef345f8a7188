import { ChartFigure, type ChartFrame } from './ChartFigure.tsx'
import { chartMessages } from './chart.messages.ts'
import styles from './Chart.module.css'
import { axisTicks } from './axis-ticks.ts'

/** `shaded` shades a period behind the lines. `name` explains it; `at` has one value per label. */
type LineChartProps = ChartFrame & { shaded?: { name: string; at: readonly boolean[] } }

export function LineChart({ shaded, ...props }: LineChartProps) {
  const { labels, series, show } = props
  const notes = shaded?.at.includes(true)
    ? [{ name: shaded.name, texts: shaded.at.map((isShaded) => (isShaded ? chartMessages.yes : chartMessages.no)) }]
    : []
  const ticks = axisTicks(Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0)), 0))
  const top = ticks.at(-1) ?? 1
  const x = (index: number) => `${labels.length > 1 ? (index / (labels.length - 1)) * 100 : 50}%`
  const y = (value: number | null) => `${100 - ((value ?? 0) / top) * 100}%`
  const every = Math.ceil(labels.length / 4)
  return (
    <ChartFigure {...props} notes={notes}>
      <div className={styles.plot}>
        <div className={styles.ticks}>
          {ticks.toReversed().map((tick) => (
            <span key={tick}>{show(tick)}</span>
          ))}
        </div>
        <svg className={styles.curves} width="100%" height={220} overflow="visible" focusable="false">
          {shaded && <Shades at={shaded.at} />}
          {ticks.map((tick) => (
            <line key={tick} className={styles.grid} x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
          ))}
          {series.map(({ name, values }, index) => (
            <g key={name} className={styles.line} data-series={index}>
              {values.slice(1).map((value, before) => (
                <line
                  // oxlint-disable-next-line react/no-array-index-key -- each point is one step of time
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
      {notes.map(({ name }) => (
        <p key={name} className={styles.shadedName}>
          <span className={styles.shadedSwatch} />
          {name}
        </p>
      ))}
    </ChartFigure>
  )
}

function Shades({ at }: { at: readonly boolean[] }) {
  const step = 100 / Math.max(1, at.length - 1)
  return at.map((isShaded, index) => {
    const from = Math.max(0, (index - 0.5) * step)
    const to = Math.min(100, (index + 0.5) * step)
    return isShaded ? (
      // oxlint-disable-next-line react/no-array-index-key -- each label is one step of time
      <rect key={index} className={styles.shade} x={`${from}%`} width={`${to - from}%`} height="100%" />
    ) : null
  })
}

function Mark({ index, x, y }: { index: number; x: string; y: string }) {
  if (index % 3 === 0) return <circle cx={x} cy={y} r={4} />
  return (
    <svg x={x} y={y} overflow="visible">
      <rect x={-4} y={-4} width={8} height={8} transform={index % 3 === 2 ? 'rotate(45)' : undefined} />
    </svg>
  )
}
