import { paths } from '../../contract/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { useTabTitle } from '../../ui/use-tab-title.ts'
import styles from './LogoutPage.module.css'
import { logoutIdleMessages } from './logout.messages.ts'
import { useWasIdle } from './use-logout.ts'
import { logoutMessages } from '../../services/session/logout.messages.ts'

export function LogoutSuccessPage() {
  const wasIdle = useWasIdle()
  useTabTitle(logoutMessages.success)
  return (
    <div className={styles.page}>
      <Icon name="success" size={32} />
      <h1 className={styles.title} tabIndex={-1}>
        {logoutMessages.success}
      </h1>
      {wasIdle && <p>{logoutIdleMessages.idle}</p>}
      <Link to={paths.login()} className={buttonClass()}>
        {logoutMessages.toLogin}
      </Link>
    </div>
  )
}
