import { useId } from 'react'
import { chartMessages } from './chart.messages.ts'
import { ChartFigure, fillPattern, FillPatterns, type ChartFrame } from './ChartFigure.tsx'
import styles from './Chart.module.css'

type DonutChartProps = Omit<ChartFrame, 'series'> & {
  valueHeader: string
  values: readonly number[]
}

const share = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 })

export function DonutChart({ valueHeader, values, ...frame }: DonutChartProps) {
  const id = useId()
  const whole = values.reduce((sum, value) => sum + value, 0)
  const shares = values.map((value) => (whole > 0 ? (value / whole) * 100 : 0))
  const startOf = (index: number) => shares.slice(0, index).reduce((sum, each) => sum + each, 0)
  return (
    <ChartFigure {...frame} series={[{ name: valueHeader, values }]}>
      <div className={styles.donut}>
        <svg viewBox="0 0 120 120" className={styles.ring} focusable="false">
          <FillPatterns id={id} />
          <circle className={styles.track} cx={60} cy={60} r={46} pathLength={100} />
          {shares.map((each, index) =>
            each === 0 ? null : (
              <circle
                // Labels may repeat, so the key includes the index.
                key={`${frame.labels[index]} ${index}`}
                className={styles.slice}
                cx={60}
                cy={60}
                r={46}
                pathLength={100}
                stroke={fillPattern(id, index)}
                // A narrow gap between slices; none if there is only one.
                strokeDasharray={`${Math.max(0.2, each - (each < 100 ? 0.6 : 0))} 100`}
                strokeDashoffset={-startOf(index)}
                transform="rotate(-90 60 60)"
              />
            ),
          )}
          <text x={60} y={57} className={styles.wholeWord}>
            {chartMessages.total}
          </text>
          {/* A long amount gets a smaller font to fit inside the ring. */}
          <text x={60} y={71} className={styles.whole} fontSize={Math.min(12, 108 / frame.show(whole).length)}>
            {frame.show(whole)}
          </text>
        </svg>
        <ul className={styles.slices}>
          {frame.labels.map((label, index) => (
            <li key={label}>
              <svg className={styles.swatch} width={20} height={20} focusable="false">
                <rect width={20} height={20} rx={4} fill={fillPattern(id, index)} />
              </svg>
              <span className={styles.sliceLabel}>{label}</span>
              <span className={styles.sliceValue}>{frame.show(values[index] ?? 0)}</span>
              <span className={styles.sliceShare}>{share.format((shares[index] ?? 0) / 100)}</span>
            </li>
          ))}
        </ul>
      </div>
    </ChartFigure>
  )
}
