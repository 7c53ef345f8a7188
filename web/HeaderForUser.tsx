import { paths } from '../contract/paths.ts'
import { useSession } from '../features/session/use-session.ts'
import { useTheme } from '../features/theme/use-theme.ts'
import { Link } from '../ui/Link.tsx'
import { MobileMenu } from './MobileMenu.tsx'
import { Navigation } from './Navigation.tsx'
import { UserMenu } from './UserMenu.tsx'
import styles from './HeaderForUser.module.css'
import { navigationFor } from './navigation-items.ts'
import { headerMessages, navMessages } from './web.messages.ts'

/** The header's part for signed-in people: navigation, greeting, avatar, menu. */
export function HeaderForUser() {
  const session = useSession((state) => state.session)
  const plainAvatar = useTheme((theme) => theme.plainAvatar)
  if (session.step !== 'in') return null
  const { user, cmsData } = session
  const items = navigationFor({ ...user, faqs: cmsData.faqs })
  const avatar = user.avatar ?? plainAvatar
  return (
    <>
      <Navigation items={items} />
      <div className={styles.end}>
        <Link to={paths.profile()} className={styles.avatarLink}>
          {avatar ? (
            <img className={styles.avatar} src={avatar} alt="" />
          ) : (
            <span className={styles.avatar}>{initials(user)}</span>
          )}
          <span className="visually-hidden">{navMessages.profile}</span>
        </Link>
        <UserMenu greeting={headerMessages.greeting(user.firstName || user.name)} />
        <MobileMenu items={items} />
      </div>
    </>
  )
}

function initials({ firstName, surname }: { firstName: string; surname: string }): string {
  return `${firstName.slice(0, 1)}${surname.slice(0, 1)}`.toUpperCase()
}
