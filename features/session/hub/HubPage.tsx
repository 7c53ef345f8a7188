import { useEffect, useState } from 'react'
import { call } from '../../../contract/call.ts'
import { registeredAddress } from '../../../contract/redirects.ts'
import styles from './HubPage.module.css'
import { findHub } from '../../../services/session/hub.contract.ts'
import { hubMessages } from './hub.messages.ts'
import { LoginPage } from '../LoginPage.tsx'
import { SsoFailure } from '../SsoFailure.tsx'
import { ssoMessages } from '../../../services/session/sso.messages.ts'
import { useSession } from '../use-session.ts'

export function HubPage() {
  const session = useSession((state) => state.session)
  return session.step === 'in' ? <OnToHub origins={session.client.redirectOrigins} /> : <LoginPage staysHere />
}

function OnToHub({ origins }: { origins: readonly string[] }) {
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    document.title = hubMessages.waiting
    let left = false
    const goOn = async () => {
      const address = await addressOfHub(origins)
      if (left) return
      if (address) location.replace(address)
      else setFailed(true)
    }
    void goOn()
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

/** Null if the client has no hub, its origin is not registered, or the call fails. */
async function addressOfHub(origins: readonly string[]): Promise<string | null> {
  try {
    const { url } = await call(findHub, {})
    return registeredAddress(url, origins)
  } catch {
    return null
  }
}
