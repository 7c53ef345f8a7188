import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { call } from '../../contract/call.ts'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { emailProblem } from '../../contract/email.ts'
import { paths } from '../../contract/paths.ts'
import { telephoneAddress } from '../../contract/telephone.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { reloadOnce } from '../../ui/reload-once.ts'
import { Retry } from '../../ui/Retry.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useTheme } from '../theme/use-theme.ts'
import frame from '../../ui/LoginCard.module.css'
import styles from './LoginPage.module.css'
import { LoginBanner } from './LoginBanner.tsx'
import { signInFailureOf } from './sign-in-failure.rules.ts'
import { checkLoginUrl, requestToken } from '../../services/session/session.contract.ts'
import { loginMessages } from '../../services/session/session.messages.ts'
import { storeEmailBeforeReload } from '../sign-in-protection/use-email-before-reload.ts'
import { signInOutcomeOf } from './sign-in-outcome.rules.ts'
import { useCookieConsent } from './use-cookie-consent.ts'
import { restoreInputSelection, readEarlyInput } from './use-early-input.ts'
import { completeLogin, isViewTab, useSession } from './use-session.ts'

type Step = 'email' | 'password'
type LoginProblem = { banner?: string | null; email?: string | null; password?: string | null; robot?: boolean }

const Captcha = loadOnDemand(() => import('../sign-in-protection/Captcha.tsx').then((m) => m.Captcha))

export function LoginPage({ staysHere = false }: { staysHere?: boolean }) {
  const router = useRouter()
  const { brand, ssoOnly, supportEmail, supportNumber } = useTheme()
  const session = useSession((state) => state.session)
  const cookiesAccepted = useCookieConsent((consent) => consent.cookiesAccepted)

  const [typed] = useState(readEarlyInput)
  const [step, setStep] = useState<Step>('email')
  const [email, setEmail] = useState(typed.email)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<LoginProblem>({ banner: session.step === 'out' ? session.loginError : null })
  const unanswered = 'unanswered' in session && session.unanswered
  const banner = wrong.banner === loginMessages.cookies && cookiesAccepted ? null : wrong.banner
  const [tries, setTries] = useState(0)
  const [takesProof, setTakesProof] = useState(typed.takesProof)
  // Changes after each attempt, because a captcha token is valid once.
  const [used, setUsed] = useState(0)
  const proof = useRef<Promise<string | null> | null>(null)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  useEffect(() => {
    document.title = loginMessages.title(brand)
  }, [brand])
  useEffect(() => {
    if (session.step === 'in' && !staysHere) router.history.replace(paths.home())
    // The token of a view is only in this tab's memory, so the view ends when the tab is reloaded (MASQ-07).
    if (session.step === 'out' && isViewTab()) router.history.replace('/sso-login/msq')
  }, [session.step, router, staysHere])
  useLayoutEffect(() => {
    if (typed.caret && emailInput.current) restoreInputSelection(emailInput.current, typed.caret)
  }, [typed])
  useEffect(() => {
    if (typed.sent) emailInput.current?.form?.requestSubmit()
  }, [typed])
  useEffect(() => {
    if (step !== 'password') return
    passwordInput.current?.focus()
    void router.preloadRoute({ to: paths.home() })
    void deviceTokens().catch(() => undefined)
  }, [step, router])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const refused = refusalBeforeSending({ step, email, password, cookiesAccepted })
    if (refused) {
      setWrong(refused)
      setTries(tries + 1)
      const input = refused.email ? emailInput : refused.password ? passwordInput : null
      input?.current?.focus()
      return
    }
    setBusy(true)
    // The last error stays until the response arrives, so that a second click hits the same button.
    setWrong(step === 'email' ? await leaveEmailStep() : await signIn())
    setTries(tries + 1)
    setBusy(false)
  }

  const leaveEmailStep = async (): Promise<LoginProblem> => {
    try {
      const { hasSSO, url, error } = await call(checkLoginUrl, { body: { email } })
      if (error) return { banner: loginMessages.urlFailed }
      if (hasSSO && url) return await leaveForSignOn(url)
      else if (ssoOnly) return { banner: loginMessages.ssoOnly }
      else setStep('password')
      return {}
    } catch (failure) {
      return {
        banner:
          failure instanceof CallFailed && failure.status === null ? failureText(failure) : loginMessages.urlFailed,
      }
    }
  }

  const leaveForSignOn = async (url: string): Promise<LoginProblem> => {
    const { allowedRedirect } = await import('../../contract/redirects.ts')
    const address = allowedRedirect(url, { own: location.origin, origins: [] })
    if (!address) return { banner: loginMessages.urlFailed }
    location.replace(address)
    return {}
  }

  const signIn = async (): Promise<LoginProblem> => {
    const recaptcha = await proof.current
    if (takesProof && !recaptcha) return { robot: true }
    try {
      const reply = await call(requestToken, {
        body: {
          email,
          password,
          deviceToken: await deviceTokens().then(
            (m) => m.deviceToken(),
            () => null,
          ),
          ...(recaptcha && { recaptcha }),
        },
      })
      switch (signInOutcomeOf(reply)) {
        case 'signed-in':
          await completeLogin(reply, { sso: false })
          return {}
        case 'needs-two-factor-setup':
        case 'needs-code':
          ;(await import('./use-second-factor-pending.ts').catch(() => reloadFor(email))).continueWithSecondFactor(
            router.history,
            { email, reply },
          )
          return {}
        case 'unable':
          return { banner: reply.error ?? loginMessages.unable }
      }
    } catch (failure) {
      const { banner, marksFields, asksForCaptcha, captchaRequired } = signInFailureOf(failure)
      if (asksForCaptcha !== null) setTakesProof(asksForCaptcha)
      if (!captchaRequired) passwordInput.current?.select()
      return {
        banner,
        robot: captchaRequired,
        ...(marksFields && { email: loginMessages.emailMismatch, password: loginMessages.password }),
      }
    } finally {
      setUsed(tries)
    }
  }

  const restore = () =>
    import('./use-token-renewal.ts')
      .catch(() => reloadFor(''))
      .then(
        (m) => m.restoreAgain(),
        (failure: Error) => setWrong({ banner: failure.message }),
      )

  return (
    <div className={frame.page}>
      <div className={frame.card}>
        <h1 tabIndex={-1}>{loginMessages.title(brand)}</h1>
        {'notice' in session && !banner && <Alert kind="success">{session.notice}</Alert>}
        {/* The key makes a new alert for each attempt, so that screen readers announce the same error again. */}
        {banner && (
          <LoginBanner
            key={tries}
            html={banner}
            supportEmail={supportEmail}
            isAnswer={tries > 0 && !wrong.email && !wrong.password}
          />
        )}
        {unanswered && (
          <Alert kind="error" action={<Retry onRetry={() => void restore()} />}>
            {unanswered}
          </Alert>
        )}
        <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
          <TextField
            label={loginMessages.email}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={setEmail}
            readOnly={busy || step === 'password'}
            error={wrong.email}
            ref={emailInput}
          />
          {step === 'password' && (
            <PasswordField
              label={loginMessages.passwordLabel}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              error={wrong.password}
              ref={passwordInput}
            />
          )}
          {step === 'password' && takesProof && (
            <Captcha
              key={used}
              email={email}
              missing={wrong.robot ? tries : 0}
              onProof={(next) => {
                proof.current = next
              }}
            />
          )}
          <Button
            type="submit"
            wide
            busy={busy}
            busyLabel={step === 'email' ? loginMessages.checking : loginMessages.loggingIn}
          >
            {step === 'email' ? loginMessages.next : loginMessages.submit}
          </Button>
        </form>
        {!ssoOnly && (
          <div className={styles.links}>
            <Link to={paths.forgottenPassword()}>{loginMessages.forgotten}</Link>
            {step === 'password' && (
              <button
                type="button"
                className={styles.back}
                disabled={busy}
                onClick={() => {
                  setStep('email')
                  setPassword('')
                  setWrong({})
                  setTakesProof(false)
                  emailInput.current?.focus()
                }}
              >
                {loginMessages.back}
              </button>
            )}
          </div>
        )}
      </div>
      <p className={styles.help}>
        {loginMessages.help} <a href={`mailto:${supportEmail}`}>{loginMessages.helpEmail(supportEmail)}</a>
        {supportNumber && (
          <>
            {loginMessages.helpOr}
            <a href={telephoneAddress(supportNumber)}>{loginMessages.helpCall(supportNumber)}</a>
          </>
        )}
      </p>
    </div>
  )
}

/** Stores the email first, so that the form still has it after the reload and submits it. */
async function reloadFor(email: string): Promise<never> {
  if (email) storeEmailBeforeReload(email)
  throw new Error(await reloadOnce())
}

function deviceTokens() {
  return import('./use-device-token.ts')
}

function refusalBeforeSending({
  step,
  email,
  password,
  cookiesAccepted,
}: {
  step: Step
  email: string
  password: string
  cookiesAccepted: boolean
}): LoginProblem | null {
  const problem = emailProblem(email)
  if (problem) return { email: problem }
  if (step === 'password' && password === '') return { password: loginMessages.password }
  if (!navigator.cookieEnabled) return { banner: loginMessages.cookiesBlocked }
  return cookiesAccepted ? null : { banner: loginMessages.cookies }
}
