import type { ReactNode } from 'react'
import { NumberField } from './NumberField.tsx'
import styles from './SliderField.module.css'

type SliderFieldProps = {
  label: string
  hint?: ReactNode
  error?: ReactNode
  /** null if the box is empty, NaN if its text is not a number. */
  value: number | null
  onChange: (value: number | null) => void
  min: number
  max: number
  step: number
  show: (value: number) => string
  sliderLabel: string
  prefix?: ReactNode
  suffix?: ReactNode
  name?: string
  onBlur?: () => void
}

export function SliderField({ value, onChange, min, max, step, show, sliderLabel, ...box }: SliderFieldProps) {
  const stands = value === null || Number.isNaN(value) ? min : value
  return (
    <div className={styles.both}>
      <NumberField {...box} value={value} onChange={onChange} min={min} max={max} step={step} />
      <div className={styles.slider}>
        <input
          type="range"
          className={styles.range}
          min={min}
          max={max}
          step={step}
          value={Math.min(max, Math.max(min, stands))}
          onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
          aria-label={sliderLabel}
          aria-valuetext={show(stands)}
        />
        <div className={styles.ends} aria-hidden="true">
          <span>{show(min)}</span>
          <span>{show(max)}</span>
        </div>
      </div>
    </div>
  )
}
