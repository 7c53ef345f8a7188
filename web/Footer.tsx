import { paths } from '../contract/paths.ts'
import { useSession } from '../features/session/use-session.ts'
import { useTheme } from '../features/theme/use-theme.ts'
import { Link } from '../ui/Link.tsx'
import styles from './Footer.module.css'
import { footerMessages } from './web.messages.ts'

const thisYear = new Date().getFullYear()

export function Footer() {
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
            <li>
              <Link to={paths.privacyStatement()}>{footerMessages.privacy}</Link>
            </li>
            <li>
              <Link to={paths.termsAndConditions()}>{footerMessages.terms}</Link>
            </li>
            <li>
              <Link to={paths.cookiePolicy()}>{footerMessages.cookies}</Link>
            </li>
            {mayContact && (
              <li>
                <Link to={paths.contactUs()}>{footerMessages.contact}</Link>
              </li>
            )}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
