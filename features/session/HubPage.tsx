import { useEffect, useState } from 'react'
import { call } from '../../contract/call.ts'
import { registeredAddress } from '../../contract/redirects.ts'
import styles from './HubPage.module.css'
import { findHub } from './hub.contract.ts'
import { hubMessages } from './hub.messages.ts'
import { LoginPage } from './LoginPage.tsx'
import { SsoFailure } from './SsoFailure.tsx'
import { ssoMessages } from './sso.messages.ts'
import { useSession } from './use-session.ts'

/** The way to the provider's hub: the login form, and then on to where the server says (SSO-12 to SSO-14). */
export function HubPage() {
  const session = useSession((state) => state.session)
  return session.step === 'in' ? <OnToHub origins={session.client.redirectOrigins} /> : <LoginPage staysHere />
}

function OnToHub({ origins }: { origins: readonly string[] }) {
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    document.title = hubMessages.waiting
    let left = false
    call(findHub, {})
      .then(({ url }) => {
        const address = registeredAddress(url, origins)
        if (left) return
        if (address) location.replace(address)
        else setFailed(true)
      })
      .catch(() => {
        if (!left) setFailed(true)
      })
    return () => {
      left = true
    }
  }, [origins])

  if (failed) return <SsoFailure {...ssoMessages.wrong} />
  return (
    <div className={styles.waiting} role="status">
      <div className={styles.spinner} />
      <p>{hubMessages.waiting}</p>
    </div>
  )
}
