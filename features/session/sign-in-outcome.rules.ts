import type { TokenReply } from '../../services/session/session.contract.ts'

export type SignInOutcome = 'signed-in' | 'needs-two-factor-setup' | 'needs-code' | 'unable'

export function signInOutcomeOf(
  reply: Pick<TokenReply, 'access_token' | 'is_should_setup_2fa' | 'is_should_validate_2fa'>,
): SignInOutcome {
  if (reply.is_should_setup_2fa) return 'needs-two-factor-setup'
  if (reply.is_should_validate_2fa) return 'needs-code'
  return reply.access_token ? 'signed-in' : 'unable'
}
