import { useId, type ReactNode } from 'react'
import { FieldError } from './Field.tsx'
import styles from './RadioCards.module.css'

export type CardChoice = {
  value: string
  label: ReactNode
  detail?: ReactNode
  aside?: ReactNode
  disabled?: boolean
}

type RadioCardsProps = {
  legend: ReactNode
  hideLegend?: boolean
  hint?: ReactNode
  error?: ReactNode
  name: string
  value: string | null
  onChange: (value: string) => void
  choices: readonly CardChoice[]
  columns?: 1 | 2 | 3
}

export function RadioCards({
  legend,
  hideLegend = false,
  hint,
  error,
  name,
  value,
  onChange,
  choices,
  columns = 1,
}: RadioCardsProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <fieldset className={styles.group} aria-describedby={describedBy}>
      <legend className={hideLegend ? 'visually-hidden' : styles.legend}>{legend}</legend>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className={styles.cards} data-columns={columns}>
        {choices.map((choice, index) => (
          <label key={choice.value} className={styles.card}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
              // The whole card is a label. Without this name, details would be read twice: as name and as description.
              aria-labelledby={`${id}-${index}-name`}
              aria-describedby={
                [choice.detail && `${id}-${index}`, choice.aside && `${id}-${index}-aside`].filter(Boolean).join(' ') ||
                undefined
              }
            />
            <span className={styles.words}>
              <span className={styles.label} id={`${id}-${index}-name`}>
                {choice.label}
              </span>
              {choice.detail && (
                <span className={styles.detail} id={`${id}-${index}`}>
                  {choice.detail}
                </span>
              )}
            </span>
            {choice.aside && (
              <span className={styles.aside} id={`${id}-${index}-aside`}>
                {choice.aside}
              </span>
            )}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
