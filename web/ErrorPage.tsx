import { errorMessages } from '../contract/messages.ts'
import { paths } from '../contract/paths.ts'
import { isSignedIn } from '../features/session/use-session.ts'
import { buttonClass } from '../ui/Button.tsx'
import styles from './Shell.module.css'

/** Page after an error while rendering (CHROME-53 to CHROME-56). Its link loads the page again. */
export function ErrorPage() {
  return (
    <div className={styles.fault} role="alert">
      <h1 tabIndex={-1}>{errorMessages.generic}</h1>
      <a href={isSignedIn() ? paths.home() : paths.login()} className={buttonClass()}>
        {errorMessages.returnHome}
      </a>
    </div>
  )
}
