import { useId, type ReactNode } from 'react'
import styles from './Slider.module.css'

type SliderProps = {
  label: ReactNode
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  step: number
  show: (value: number) => string
  hint?: ReactNode
  name?: string
  disabled?: boolean
}

export function Slider({ label, value, onChange, min, max, step, show, hint, name, disabled }: SliderProps) {
  const id = useId()
  return (
    <div className={styles.slider}>
      <div className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {/* Hidden, because the slider already announces its value. */}
        <span className={styles.value} aria-hidden="true">
          {show(value)}
        </span>
      </div>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        id={id}
        type="range"
        className={styles.range}
        name={name}
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        aria-valuetext={show(value)}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <div className={styles.ends} aria-hidden="true">
        <span>{show(min)}</span>
        <span>{show(max)}</span>
      </div>
    </div>
  )
}
