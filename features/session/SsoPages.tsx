import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../contract/call.ts'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { paths } from '../../contract/paths.ts'
import styles from './LogoutPage.module.css'
import { signInOutcomeOf } from './sign-in-outcome.rules.ts'
import { enterByToken } from '../../services/session/login-token.contract.ts'
import { signOnFailures, signOnPaths } from './sign-on-paths.rules.ts'
import { ssoMessages } from '../../services/session/sso.messages.ts'
import { SsoFailure } from './SsoFailure.tsx'
import { storeSecondFactorPending } from './use-second-factor-pending.ts'
import { completeLogin, isViewTab, sessionNow, useSession } from './use-session.ts'
import { endViewTab, markViewTab } from './use-view-tab.ts'

/** Page of `/sso-login/{token}`, or of `/sso-login/{token}/{scheme year}` for a masquerade (SSO-01). */
export function SsoLoginPage() {
  const router = useRouter()
  const [{ token, schemeYear }] = useState(() => entryIn(router.state.location))
  const waiting = useSession(({ session }) => session.step === 'restoring')
  const [loginError, setLoginError] = useState<string | null>(null)

  useEffect(() => {
    // First remove the token from the address and the history (S-31).
    router.history.replace(signOnPaths.login(''), { isView: isOfView(token) })
  }, [token, router])
  useEffect(() => {
    if (waiting) return
    void enterOnce(token, schemeYear).then(({ to, failed }) =>
      failed === undefined ? router.history.replace(to) : setLoginError(failed),
    )
  }, [waiting, token, schemeYear, router])

  if (loginError !== null)
    return <SsoFailure {...failureFor(token)} loginError={loginError} startsAgain={!isOfView(token)} />
  return (
    <div className={styles.page} role="status">
      <h1 className={styles.title} tabIndex={-1}>
        {ssoMessages.working}
      </h1>
    </div>
  )
}

export function SsoErrorPage() {
  const router = useRouter()
  const [kind] = useState(() => router.state.location.pathname.split('/')[2] ?? '')
  const known = signOnFailures.find((one) => one === kind)
  return (
    <SsoFailure
      {...ssoMessages.error}
      startsAgain={kind !== 'unknown'}
      {...(known && { line: ssoMessages.kinds[known] })}
    />
  )
}

type EntryResult = { to: string; failed?: undefined } | { to?: undefined; failed: string }

// Exchanges a token only once, although React may run the effect twice.
let arriving: { token: string; arrival: Promise<EntryResult> } | null = null

function enterOnce(token: string, schemeYear: string | undefined): Promise<EntryResult> {
  if (arriving?.token !== token)
    arriving = { token, arrival: isOfView(token) ? view(token, schemeYear) : enterByTokenCall(token) }
  return arriving.arrival
}

/** The view is open in this tab only. Other tabs keep their own login (MASQ-07). */
async function view(token: string, schemeYear: string | undefined): Promise<EntryResult> {
  // The address `/sso-login/msq` means that this tab's view has ended.
  if (token === 'msq') return { failed: ssoMessages.failed }
  markViewTab()
  try {
    const reply = await call(enterByToken, { body: { sso: token } })
    await completeLogin({ ...reply, scheme: schemeYear ?? reply.scheme }, { sso: true })
    return { to: paths.home() }
  } catch (failure) {
    endViewTab()
    return { failed: failedBecause(failure) }
  }
}

async function enterByTokenCall(token: string): Promise<EntryResult> {
  // People who are already logged in keep their session (SSO-03, SSO-04).
  if (sessionNow().step === 'in') return { to: paths.home() }
  try {
    const reply = await call(enterByToken, { body: { sso: token } })
    switch (signInOutcomeOf(reply)) {
      case 'signed-in':
        await completeLogin(reply, { sso: true })
        return { to: paths.home() }
      case 'needs-two-factor-setup':
        storeSecondFactorPending({ email: '', reply })
        return { to: paths.twoFactorQrSetup() }
      case 'needs-code':
        storeSecondFactorPending({ email: '', reply })
        return { to: paths.twoFactorCode() }
      case 'unable':
        return { failed: reply.error ?? ssoMessages.failed }
    }
  } catch (failure) {
    return { failed: failedBecause(failure) }
  }
}

function failedBecause(failure: unknown): string {
  return failure instanceof CallFailed && (failure.status ?? 500) < 500 ? ssoMessages.failed : failureText(failure)
}

function entryIn(address: { pathname: string; state: object }): { token: string; schemeYear: string | undefined } {
  const [, , token, schemeYear] = address.pathname.split('/')
  // Without a token, a tab or history entry of a view means that the view has ended.
  const isEnded = isViewTab() || ('isView' in address.state && address.state.isView === true)
  return { token: token || (isEnded ? 'msq' : ''), schemeYear: schemeYear || undefined }
}

function isOfView(token: string): boolean {
  return token.startsWith('msq')
}

function failureFor(token: string) {
  return isOfView(token) ? ssoMessages.expired : ssoMessages.wrong
}
