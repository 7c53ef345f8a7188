import type { ReactNode } from 'react'
import { paths } from '../contract/paths.ts'
import { useUser } from '../features/session/use-session.ts'
import { useTheme } from '../features/theme/use-theme.ts'
import { Link } from '../ui/Link.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { Retry } from '../ui/Retry.tsx'
import styles from './Header.module.css'
import { headerMessages } from './web.messages.ts'

// Only logged-in people have a menu, so the login page doesn't load it.
const HeaderForUser = onDemand(() => import('./HeaderForUser.tsx').then((m) => m.HeaderForUser), Retry)

/** Contains the loading bar, because all content must be inside a landmark. */
export function Header({ children }: { children?: ReactNode }) {
  const user = useUser()
  return (
    <header className={styles.header}>
      {children}
      <div className={styles.inside}>
        <Link to={user ? paths.home() : paths.login()} className={styles.logo}>
          <Logo />
        </Link>
        {user && <HeaderForUser />}
      </div>
    </header>
  )
}

/** The brand's logo or, without one, its name (THEME-21). Below 768 px, the mobile logo. */
function Logo() {
  const { brand, brandHeaderLogo, brandHeaderLogoMobile, clientLogo } = useTheme()
  const logo = brandHeaderLogo ?? brandHeaderLogoMobile
  const name = headerMessages.toHome(brand)
  return (
    <>
      {logo && (
        <picture className={brandHeaderLogo ? undefined : styles.mobile}>
          {brandHeaderLogoMobile && <source media="(max-width: 767px)" srcSet={brandHeaderLogoMobile} />}
          <img className={styles.headerLogo} src={logo} alt={name} height={32} />
        </picture>
      )}
      {clientLogo ? (
        <img className={styles.clientLogo} src={clientLogo} alt={brandHeaderLogo ? '' : name} />
      ) : (
        !brandHeaderLogo && <span className={styles.brand}>{brand}</span>
      )}
    </>
  )
}
