import { useId, type ReactNode } from 'react'
import { chartMessages } from './chart.messages.ts'
import styles from './Chart.module.css'
import { Disclosure } from './Disclosure.tsx'
import { useScrollRegion } from './use-scroll-region.ts'

/** A series has one value per label; null for values that are not shown. `apart` series are not part of the total. */
export type Series = { name: string; values: readonly (number | null)[]; apart?: boolean }

export type ChartFrame = {
  title: string
  /** Screen readers read this sentence and the table instead of the drawing. */
  summary: string
  labelHeader: string
  labels: readonly string[]
  series: readonly Series[]
  show: (value: number) => string
  notes?: readonly { name: string; texts: readonly string[] }[]
}

export function ChartFigure({
  title,
  summary,
  labelHeader,
  labels,
  series,
  show,
  notes = [],
  withTotal = false,
  children,
}: ChartFrame & {
  withTotal?: boolean
  children: ReactNode
}) {
  const id = useId()
  const region = useScrollRegion(title)
  const total = {
    name: chartMessages.total,
    values: labels.map((_, line) => (isValueMissing(series, line) ? null : totalOf(series, line))),
  }
  const columns = [
    ...series.filter(({ apart }) => !apart),
    ...(withTotal ? [total] : []),
    ...series.filter(({ apart }) => apart),
  ]
  return (
    <figure className={styles.chart} aria-labelledby={`${id}-title`}>
      <figcaption>
        <span className={styles.title} id={`${id}-title`}>
          {title}
        </span>
        <span className={styles.summary}>{summary}</span>
      </figcaption>
      {series.length > 1 && (
        <ul role="list" className={styles.legend}>
          {series.map(({ name }, index) => (
            <li key={name}>
              <Swatch index={index} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <div aria-hidden="true">{children}</div>
      <Disclosure summary={chartMessages.asTable}>
        <div {...region} className={styles.scroll}>
          <table className={styles.table} aria-labelledby={`${id}-title`}>
            <thead>
              <tr>
                <th scope="col">{labelHeader}</th>
                {[...columns, ...notes].map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {labels.map((label, line) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {columns.map(({ name, values }) => (
                    <td key={name}>{values[line] === null ? chartMessages.notShown : show(values[line] ?? 0)}</td>
                  ))}
                  {notes.map(({ name, texts }) => (
                    <td key={name}>{texts[line]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Disclosure>
    </figure>
  )
}

export function isValueMissing(series: readonly Series[], line: number): boolean {
  return series.every(({ values }) => values[line] === null)
}

export function totalOf(series: readonly Series[], line: number): number {
  return series.reduce((sum, { values, apart }) => (apart ? sum : sum + (values[line] ?? 0)), 0)
}

/** SVG patterns for `fillPattern`, so that neighbouring series differ by pattern and not only by colour. */
export function FillPatterns({ id }: { id: string }) {
  return (
    <defs>
      {patterns.map((path, index) => (
        <pattern
          key={path}
          id={`${id}-${index}`}
          className={styles.fill}
          data-series={index}
          width={8}
          height={8}
          patternUnits="userSpaceOnUse"
        >
          <rect className={styles.ground} width={8} height={8} />
          <path className={styles.lines} d={path} />
        </pattern>
      ))}
    </defs>
  )
}

export function fillPattern(id: string, index: number): string {
  return `url(#${id}-${index % patterns.length})`
}

/** Lines on a tile of 8 by 8: none, falling, dotted, crossed, horizontal, vertical. */
const patterns = [
  'M0 0',
  'M-2 6L6 -2M2 10L10 2',
  'M2 3h2v2h-2zM6 7h2v2h-2z',
  'M0 0L8 8M8 0L0 8',
  'M0 2H8M0 6H8',
  'M2 0V8M6 0V8',
] as const

function Swatch({ index }: { index: number }) {
  const id = useId()
  return (
    <svg className={styles.swatch} width={20} height={20} aria-hidden="true" focusable="false">
      <FillPatterns id={id} />
      <rect width={20} height={20} rx={4} fill={fillPattern(id, index)} />
    </svg>
  )
}
