import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../contract/call.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import { paths } from '../../contract/paths.ts'
import styles from './LogoutPage.module.css'
import { outcomeOf } from './session.rules.ts'
import { enterByToken } from './entry.contract.ts'
import { signOnPaths } from './sign-on-paths.rules.ts'
import { ssoMessages } from './sso.messages.ts'
import { SsoFailure } from './SsoFailure.tsx'
import { keepHalfWay } from './use-half-way.ts'
import { completeLogin, isViewTab, sessionNow, useSession } from './use-session.ts'
import { beginView } from './views/use-view-tab.ts'

/** Comes in by a one-time token: `/sso-login/{token}`, and for a masquerade `/{scheme year}` behind it (SSO-01). */
export function SsoLoginPage() {
  const router = useRouter()
  const [{ token, schemeYear }] = useState(() => entryIn(router.state.location.pathname))
  // A page loaded by somebody who is signed in first learns that they are.
  const waiting = useSession(({ session }) => session.step === 'restoring')
  const [loginError, setLoginError] = useState<string | null>(null)

  useEffect(() => {
    // The token is out of sight and out of the history before anything else happens (S-31).
    router.history.replace(signOnPaths.login(''))
  }, [router])
  useEffect(() => {
    if (waiting) return
    void comeIn(token, schemeYear).then(({ to, failed }) =>
      failed === undefined ? router.history.replace(to) : setLoginError(failed),
    )
  }, [waiting, token, schemeYear, router])

  if (loginError !== null) return <SsoFailure {...failureFor(token)} loginError={loginError} />
  return (
    <div className={styles.page} role="status">
      <h1 className={styles.title} tabIndex={-1}>
        {ssoMessages.working}
      </h1>
    </div>
  )
}

/** Where a way through the identity provider ends that did not come to a login (SSO-10). */
export function SsoErrorPage() {
  return <SsoFailure {...ssoMessages.error} />
}

type Arrival = { to: string; failed?: undefined } | { to?: undefined; failed: string }

// A token opens once, and a screen may be drawn twice.
let arriving: { token: string; arrival: Promise<Arrival> } | null = null

function comeIn(token: string, schemeYear: string | undefined): Promise<Arrival> {
  if (arriving?.token !== token)
    arriving = { token, arrival: isOfView(token) ? view(token, schemeYear) : exchange(token) }
  return arriving.arrival
}

/** Looks at the portal as somebody else, in this tab alone; whoever is signed in in others stays who they are (MASQ-07). */
async function view(token: string, schemeYear: string | undefined): Promise<Arrival> {
  // The view that stood here has ended.
  if (token === 'msq') return { failed: ssoMessages.failed }
  beginView()
  try {
    const reply = await call(enterByToken, { body: { sso: token } })
    // As the address names it, or else the answer (MASQ-03).
    await completeLogin({ ...reply, scheme: schemeYear ?? reply.scheme }, { sso: true })
    return { to: paths.home() }
  } catch (failure) {
    // Also of one that could not be opened it is said when the page is loaded anew.
    beginView()
    return { failed: failedBecause(failure) }
  }
}

async function exchange(token: string): Promise<Arrival> {
  // Whoever is signed in stays who they are (SSO-03, SSO-04).
  if (sessionNow().step === 'in') return { to: paths.home() }
  try {
    const reply = await call(enterByToken, { body: { sso: token } })
    switch (outcomeOf(reply)) {
      case 'signed-in':
        await completeLogin(reply, { sso: true })
        return { to: paths.home() }
      case 'needs-two-factor-setup':
        keepHalfWay({ email: '', reply })
        return { to: paths.twoFactorQrSetup() }
      case 'needs-code':
        keepHalfWay({ email: '', reply })
        return { to: paths.twoFactorCode() }
      case 'unable':
        return { failed: reply.error ?? ssoMessages.failed }
    }
  } catch (failure) {
    return { failed: failedBecause(failure) }
  }
}

function failedBecause(failure: unknown): string {
  return failure instanceof CallFailed && failure.status === null ? failure.message : ssoMessages.failed
}

/** The segments behind `/sso-login/`. */
function entryIn(path: string): { token: string; schemeYear: string | undefined } {
  const [, , token, schemeYear] = path.split('/')
  // Without one in the tab of a view this is where the view has ended.
  return { token: token || (isViewTab() ? 'msq' : ''), schemeYear: schemeYear || undefined }
}

/** A view as somebody else (MASQ-05). */
function isOfView(token: string): boolean {
  return token.startsWith('msq')
}

function failureFor(token: string) {
  return isOfView(token) ? ssoMessages.expired : ssoMessages.wrong
}
