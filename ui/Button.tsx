import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Button.module.css'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> & {
  kind?: ButtonKind
  icon?: IconName
  busy?: boolean
  busyLabel?: ReactNode
  wide?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** Stays in the tab order while busy, so that the focus isn't lost. */
export function Button({
  kind = 'primary',
  icon,
  busy = false,
  busyLabel,
  wide = false,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(kind, { wide })}
      aria-disabled={busy || rest['aria-disabled'] ? true : undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {icon && <Icon name={icon} />}
      <span>{busy && busyLabel !== undefined ? busyLabel : children}</span>
    </button>
  )
}

export function buttonClass(kind: ButtonKind = 'primary', { wide = false } = {}): string {
  return classNames(styles.button, styles[kind], wide && styles.wide)
}
