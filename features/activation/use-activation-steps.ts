import { useRouter } from '@tanstack/react-router'
import { call } from '../../contract/call.ts'
import { paths } from '../../contract/paths.ts'
import { useChoosePassword } from '../../ui/use-choose-password.ts'
import { resetFailure } from '../password/link-failures.rules.ts'
import { checkPassword, resetPassword, verifyDateOfBirth } from '../password/password.contract.ts'
import { allPasswordRules, rulesIn } from '../../services/session/password.rules.ts'
import { requestToken } from '../../services/session/session.contract.ts'
import { signInFailureOf } from '../session/sign-in-failure.rules.ts'
import { loginMessages } from '../../services/session/session.messages.ts'
import { signInOutcomeOf } from '../session/sign-in-outcome.rules.ts'
import { cookieConsentNow } from '../session/use-cookie-consent.ts'
import { deviceToken } from '../session/use-device-token.ts'
import { continueWithSecondFactor } from '../session/use-second-factor-pending.ts'
import { completeLogin, clearSessionOfTab, useSession } from '../session/use-session.ts'
import { activationMessages } from './activation.messages.ts'
import type { InvitedPerson } from './use-activation.ts'

export function useActivationSteps({ id, invited: { email } }: { id: string; invited: InvitedPerson }) {
  const router = useRouter()

  const logIn = async (password: string): Promise<void> => {
    try {
      const reply = await call(requestToken, { body: { email, password, deviceToken: await deviceToken() } })
      switch (signInOutcomeOf(reply)) {
        case 'signed-in':
          return await completeLogin(reply, { sso: false })
        case 'needs-two-factor-setup':
        case 'needs-code':
          return continueWithSecondFactor(router.history, { email, reply, isFromActivation: true })
        case 'unable':
          clearSessionOfTab(reply.error ?? loginMessages.unable)
      }
    } catch (failure) {
      const { banner, captchaRequired } = signInFailureOf(failure)
      clearSessionOfTab(banner)
      // The account is already activated, but the login page must show the captcha.
      const notice = activationMessages.activated
      if (captchaRequired) useSession.setState({ session: { step: 'out', loginError: null, notice } })
    }
    router.history.replace(paths.login())
  }

  return useChoosePassword({
    rules: rulesIn(allPasswordRules),
    verify: async (date) => {
      const { passwordRules } = await call(verifyDateOfBirth, { body: { token: id, date_of_birth: date } })
      return rulesIn(passwordRules)
    },
    check: async (password, signal) => (await call(checkPassword, { body: { password, token: id } }, signal)).checks,
    standsInTheWay: () => {
      if (!navigator.cookieEnabled) return loginMessages.cookiesBlocked
      return cookieConsentNow().cookiesAccepted ? null : loginMessages.cookies
    },
    set: async (chosen) => {
      await call(resetPassword, { body: { token: id, ...chosen } })
      await logIn(chosen.password)
    },
    explain: resetFailure,
    onOver: ({ wasLost }) => {
      if (wasLost) router.history.replace(paths.login())
      else router.history.replace(`${paths.forgottenPassword()}?message=token-expired`, { isFromActivation: true })
    },
  })
}
