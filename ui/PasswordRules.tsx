import { useId } from 'react'
import { passwordMessages } from '../contract/password.messages.ts'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import styles from './NewPassword.module.css'
import type { RuleMark } from './use-new-password.ts'

/** List of password rules. An icon, a colour and text for screen readers show whether each is met (FORM-23). */
export function PasswordRules({ marks, settled = true }: { marks: readonly RuleMark[]; settled?: boolean }) {
  const id = useId()
  return (
    <div className={styles.rules} aria-busy={settled ? undefined : true}>
      <p id={id} className={styles.title}>
        {passwordMessages.rulesTitle}
      </p>
      {/* The role is explicit, because some browsers drop it for lists without bullets. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" aria-labelledby={id} className={styles.list}>
        {marks.map(({ name, met }) => (
          <li key={name} className={classNames(styles.rule, met && styles.met)}>
            {met === null ? (
              <span className={styles.unknown} aria-hidden="true" />
            ) : (
              <Icon name={met ? 'check' : 'close'} size={16} />
            )}
            <span>
              {met !== null && (
                <span className="visually-hidden">{met ? passwordMessages.met : passwordMessages.unmet} </span>
              )}
              <span>{passwordMessages.rule[name]}</span>
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className={summaryIsShown(marks) ? styles.title : 'visually-hidden'}>
        {settled && summary(marks)}
      </p>
    </div>
  )
}

function summary(marks: readonly RuleMark[]): string {
  if (summaryIsShown(marks)) return passwordMessages.notChecked
  const met = marks.filter((mark) => mark.met).length
  return met === marks.length ? passwordMessages.allMet : passwordMessages.summary(met, marks.length)
}

function summaryIsShown(marks: readonly RuleMark[]): boolean {
  return marks.some(({ met }) => met === null)
}
