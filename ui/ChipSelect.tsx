import './icon-shapes.ts'
import { useId, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './ChipSelect.module.css'

type ChipSelectProps = {
  label: string
  value: string
  choices: readonly [first: Choice, ...others: Choice[]]
  onChange: (value: string) => void
}
type Choice = { value: string; label: string }

export function ChipSelect({ label, value, choices, onChange }: ChipSelectProps) {
  const labelId = useId()
  return (
    <label className={styles.chip} data-set={value !== choices[0].value || undefined}>
      <span id={labelId}>{label}</span>
      <span aria-hidden="true">:</span>
      <select aria-labelledby={labelId} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" size={16} />
    </label>
  )
}

/** A row of chips that filter the same list. */
export function ChipGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={styles.group}>
      {children}
    </div>
  )
}
