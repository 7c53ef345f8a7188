import './icon-shapes.ts'
import { useRef } from 'react'
import { Field, type FieldFrame } from './Field.tsx'
import { Icon } from './Icon.tsx'
import styles from './Field.module.css'

type SearchFieldProps = Pick<FieldFrame, 'label' | 'hint'> & {
  value: string
  onChange: (value: string) => void
  clearLabel: string
  placeholder?: string
  name?: string
  disabled?: boolean
}

export function SearchField({ label, hint, value, onChange, clearLabel, ...input }: SearchFieldProps) {
  const box = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    box.current?.focus()
  }
  return (
    <Field label={label} hint={hint} required={false} isFilter>
      {({ id, describedBy }) => (
        <span className={styles.box}>
          <span className={styles.affix}>
            <Icon name="search" />
          </span>
          <input
            {...input}
            ref={box}
            id={id}
            type="search"
            autoComplete="off"
            className={styles.input}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || !value) return
              event.preventDefault()
              event.stopPropagation()
              clear()
            }}
            aria-describedby={describedBy}
          />
          {value && (
            <button type="button" className={styles.toggle} onClick={clear}>
              <Icon name="close" size={16} />
              <span className="visually-hidden">{clearLabel}</span>
            </button>
          )}
        </span>
      )}
    </Field>
  )
}
