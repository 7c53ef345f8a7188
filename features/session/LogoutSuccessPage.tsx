import { paths } from '../../contract/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { useTabTitle } from '../../ui/use-tab-title.ts'
import styles from './LogoutPage.module.css'
import { logoutIdleMessages, logoutViewMessages } from './logout.messages.ts'
import { useWasIdle, useWasView } from './use-logout.ts'
import { logoutMessages } from '../../services/session/logout.messages.ts'

export function LogoutSuccessPage() {
  const wasIdle = useWasIdle()
  const wasView = useWasView()
  const message = wasView ? logoutViewMessages.ended : logoutMessages.success
  useTabTitle(message)
  return (
    <div className={styles.page}>
      <Icon name="success" size={32} />
      <h1 className={styles.title} tabIndex={-1}>
        {message}
      </h1>
      {wasIdle && <p>{logoutIdleMessages.idle}</p>}
      {wasView ? (
        <>
          <p>{logoutViewMessages.close}</p>
          {/* An ordinary link instead of a router link, because a page load restores the browser's own login. */}
          <a href={paths.home()} className={buttonClass()}>
            {logoutViewMessages.toOwn}
          </a>
        </>
      ) : (
        <Link to={paths.login()} className={buttonClass()}>
          {logoutMessages.toLogin}
        </Link>
      )}
    </div>
  )
}
