import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import { paths } from '../../contract/paths.ts'
import { LoginCard } from '../../ui/LoginCard.tsx'
import { loginMessages } from '../../services/session/session.messages.ts'
import { useTheme } from '../theme/use-theme.ts'
import { RequestPasswordLink, BackToLogin, LinkSent } from './RequestPasswordLink.tsx'
import { PasswordLinkPage } from './PasswordLinkPage.tsx'
import { forgotMessages } from './password.messages.ts'
import { useForgottenPassword } from './use-forgotten-password.ts'
import { resetLinkIn } from './use-link-validation.ts'

/** B02. The page does not show whether the address has an account. */
export function ForgottenPasswordPage() {
  const { ssoOnly } = useTheme()
  const state: object = useRouterState({ select: ({ location }) => location.state })
  const form = useForgottenPassword({ isForActivation: 'isFromActivation' in state })
  if (ssoOnly)
    return (
      <LoginCard title={forgotMessages.title} lead={loginMessages.ssoOnly}>
        <BackToLogin />
      </LoginCard>
    )
  return form.sent ? <LinkSent /> : <RequestPasswordLink form={form} />
}

export function ResetPasswordPage() {
  const router = useRouter()
  const [link] = useState(() => resetLinkIn(router.history.location.search))
  useLayoutEffect(() => {
    // First remove the token and the date of birth from the address and the history (S-12).
    if (link) router.history.replace(router.history.location.pathname)
  }, [link, router])
  useEffect(() => {
    if (!link) router.history.replace(paths.forgottenPassword())
  }, [link, router])
  return link ? <PasswordLinkPage link={link} /> : null
}
