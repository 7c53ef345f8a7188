import { paths } from '../../contract/paths.ts'
import { telephoneAddress } from '../../contract/telephone.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { useTheme } from '../theme/use-theme.ts'
import styles from './LogoutPage.module.css'
import { logoutMessages } from '../../services/session/logout.messages.ts'
import { loginMessages } from '../../services/session/session.messages.ts'
import { ssoMessages } from '../../services/session/sso.messages.ts'
import { signOnPaths } from './sign-on-paths.rules.ts'
import { endViewTab } from './use-view-tab.ts'

type SsoFailureProps = {
  title: string
  text: string
  line?: string
  loginError?: string
  startsAgain?: boolean
}

/** These are ordinary links, because the server must send the other page. */
export function SsoFailure({ title, text, line, loginError, startsAgain = false }: SsoFailureProps) {
  const { supportEmail, supportNumber } = useTheme()
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
      {line !== undefined && <p>{line}</p>}
      {loginError !== undefined && loginError !== title && <small>{loginError}</small>}
      {startsAgain && (
        <a href={signOnPaths.start()} className={buttonClass()}>
          {ssoMessages.startAgain}
        </a>
      )}
      <a href={paths.login()} className={buttonClass(startsAgain ? 'secondary' : 'primary')} onClick={endViewTab}>
        {logoutMessages.toLogin}
      </a>
      <p>
        {loginMessages.help} <a href={`mailto:${supportEmail}`}>{loginMessages.helpEmail(supportEmail)}</a>
        {supportNumber && (
          <>
            {loginMessages.helpOr}
            <a href={telephoneAddress(supportNumber)}>{loginMessages.helpCall(supportNumber)}</a>
          </>
        )}
      </p>
    </div>
  )
}
