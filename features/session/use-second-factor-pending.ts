import type { RouterHistory } from '@tanstack/react-router'
import { create } from 'zustand'
import { paths } from '../../contract/paths.ts'
import type { TokenReply } from '../../services/session/session.contract.ts'
import { removeLoginCredentials, storeLoginCredentials } from './use-login-credentials.ts'

/** `url` is the `otpauth:` address with the secret (DATA-03). */
export type MfaData = { secret: string; url: string }

/** The secret is only in memory. After a reload, the server sends it again (TWOFA-14). */
export const useMfaData = create<{ mfaData: MfaData | null }>(() => ({ mfaData: null }))

export type SecondFactorReply = Pick<TokenReply, 'ticket' | 'secret' | 'url' | 'is_should_setup_2fa'>

/** Stores what the second-factor screens need, except the password, and opens the first (LOGIN-24, LOGIN-25). */
export function continueWithSecondFactor(
  history: RouterHistory,
  { email, reply, isFromActivation = false }: { email: string; reply: SecondFactorReply; isFromActivation?: boolean },
): void {
  storeSecondFactorPending({ email, reply })
  if (reply.is_should_setup_2fa) history.push(paths.twoFactorQrSetup(), { isFromActivation, isHalfWay: true })
  else history.push(paths.twoFactorCode(), { isHalfWay: true })
}

export function storeSecondFactorPending({ email, reply }: { email: string; reply: SecondFactorReply }): void {
  if (reply.ticket) storeLoginCredentials({ email, ticket: reply.ticket })
  storeMfaData(reply)
}

export function storeMfaData({ secret, url }: Pick<SecondFactorReply, 'secret' | 'url'>): void {
  useMfaData.setState({ mfaData: secret && url ? { secret, url } : null })
}

export function clearSecondFactorPending(): void {
  removeLoginCredentials()
  useMfaData.setState({ mfaData: null })
}
