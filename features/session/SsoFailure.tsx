import { paths } from '../../contract/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { useTheme } from '../theme/use-theme.ts'
import styles from './LogoutPage.module.css'
import { logoutMessages } from '../../services/session/session.messages.ts'
import { ssoMessages } from '../../services/session/sso.messages.ts'
import { endViewTab } from './use-view-tab.ts'

type SsoFailureProps = { title: string; text: string; loginError?: string }

/** The button is a plain link, so that the login page loads afresh. */
export function SsoFailure({ title, text, loginError }: SsoFailureProps) {
  const { supportEmail } = useTheme()
  // The contact page needs a login, so the link leads to the support address (SSO-11).
  const [before, after] = text.split(ssoMessages.contactUs)
  return (
    <div className={styles.page}>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      <p role="alert">
        {before}
        {after !== undefined && <a href={`mailto:${supportEmail}`}>{ssoMessages.contactUs}</a>}
        {after}
      </p>
      {loginError !== undefined && loginError !== title && <small>{loginError}</small>}
      <a href={paths.login()} className={buttonClass()} onClick={endViewTab}>
        {logoutMessages.toLogin}
      </a>
    </div>
  )
}
