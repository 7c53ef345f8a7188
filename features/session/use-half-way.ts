import type { RouterHistory } from '@tanstack/react-router'
import { create } from 'zustand'
import { paths } from '../../contract/paths.ts'
import type { TokenReply } from './session.contract.ts'
import { forgetLoginCredentials, keepLoginCredentials } from './use-login-credentials.ts'

/** What an authenticator app is given: the secret, and the address that holds it (DATA-03). */
export type MfaData = { secret: string; url: string }

/** In memory alone: whoever loads the page anew is told again by the server (TWOFA-14). */
export const useMfaData = create<{ mfaData: MfaData | null }>(() => ({ mfaData: null }))

export type HalfWayReply = Pick<TokenReply, 'ticket' | 'secret' | 'url' | 'is_should_setup_2fa'>

/** Stores what the second-factor screens need, never the password, and goes there (LOGIN-24, LOGIN-25). */
export function goOn(
  history: RouterHistory,
  { email, reply, isFromActivation = false }: { email: string; reply: HalfWayReply; isFromActivation?: boolean },
): void {
  keepHalfWay({ email, reply })
  if (reply.is_should_setup_2fa) history.push(paths.twoFactorQrSetup(), { isFromActivation })
  else history.push(paths.twoFactorCode())
}

/** Keeps what is needed between the first proof and the second factor; an identity provider's people have typed no address. */
export function keepHalfWay({ email, reply }: { email: string; reply: HalfWayReply }): void {
  if (reply.ticket) keepLoginCredentials({ email, ticket: reply.ticket })
  keepMfaData(reply)
}

/** Keeps the secret of an answer, where it has one. */
export function keepMfaData({ secret, url }: Pick<HalfWayReply, 'secret' | 'url'>): void {
  useMfaData.setState({ mfaData: secret && url ? { secret, url } : null })
}

/** The step is over, with or without success. */
export function forgetHalfWay(): void {
  forgetLoginCredentials()
  useMfaData.setState({ mfaData: null })
}
