import { paths } from '../../contract/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { useTabTitle } from '../../ui/use-tab-title.ts'
import styles from './LogoutPage.module.css'
import { logoutMessages } from '../../services/session/session.messages.ts'

export function LogoutSuccessPage() {
  useTabTitle(logoutMessages.success)
  return (
    <div className={styles.page}>
      <Icon name="success" size={32} />
      <h1 className={styles.title} tabIndex={-1}>
        {logoutMessages.success}
      </h1>
      <Link to={paths.login()} className={buttonClass()}>
        {logoutMessages.toLogin}
      </Link>
    </div>
  )
}
