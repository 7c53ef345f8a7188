import { useRouterState } from '@tanstack/react-router'
import { paths } from '../contract/paths.ts'
import { useSession } from '../features/session/use-session.ts'
import { useTheme } from '../features/theme/use-theme.ts'
import { Link } from '../ui/Link.tsx'
import styles from './Footer.module.css'
import { footerMessages } from './web.messages.ts'

const thisYear = new Date().getFullYear()

export function Footer() {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const brand = useTheme((theme) => theme.brand)
  const mayContact = useSession(
    ({ session }) =>
      session.step === 'in' &&
      session.client.contactUsEnabled &&
      session.user.termsRevision !== null &&
      !session.user.siteTermsUpdated,
  )
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <p>{footerMessages.copyright(thisYear, brand)}</p>
        <nav aria-label={footerMessages.label}>
          <ul role="list" className={styles.links}>
            {[
              [paths.privacyStatement(), footerMessages.privacy],
              [paths.termsAndConditions(), footerMessages.terms],
              [paths.cookiePolicy(), footerMessages.cookies],
              ...(mayContact ? [[paths.contactUs(), footerMessages.contact]] : []),
            ].map(([to = '', label]) => (
              <li key={to}>
                <Link to={to} aria-current={`${pathname}/`.startsWith(to) ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
