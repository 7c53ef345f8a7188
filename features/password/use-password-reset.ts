import { useRouter } from '@tanstack/react-router'
import { call } from '../../contract/call.ts'
import { paths } from '../../contract/paths.ts'
import { allowedRedirect } from '../../contract/redirects.ts'
import { useChoosePassword } from '../../ui/use-choose-password.ts'
import { clearSession, isSignedIn, useSession } from '../session/use-session.ts'
import { resetFailure } from './link-failures.rules.ts'
import { checkPassword, resetPassword, verifyDateOfBirth } from './password.contract.ts'
import { allPasswordRules, rulesIn } from '../../services/session/password.rules.ts'
import type { ResetLink } from './use-link-validation.ts'

export function usePasswordReset({ token, dateOfBirth }: ResetLink) {
  const router = useRouter()
  return useChoosePassword({
    rules: rulesIn(allPasswordRules),
    prefilled: dateOfBirth,
    verify: async (date) => {
      const { passwordRules } = await call(verifyDateOfBirth, { body: { token, date_of_birth: date } })
      return rulesIn(passwordRules)
    },
    check: async (password, signal) => (await call(checkPassword, { body: { password, token } }, signal)).checks,
    set: async (chosen) => {
      const { redirectURL, redirectOrigins, message } = await call(resetPassword, { body: { token, ...chosen } })
      if (isSignedIn()) clearSession(null)
      const address = allowedRedirect(redirectURL, { own: location.origin, origins: redirectOrigins })
      if (address && !address.startsWith('/')) return location.replace(address)
      if (message) useSession.setState({ session: { step: 'out', loginError: null, notice: message } })
      router.history.replace(address ?? paths.login())
    },
    explain: resetFailure,
    onOver: ({ wasLost }) =>
      router.history.replace(wasLost ? paths.login() : `${paths.forgottenPassword()}?message=token-expired`),
  })
}
