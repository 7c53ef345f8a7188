import type { ClientId } from '../../contract/ids.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { valueEncryption } from '../../platform/encryption.ts'
import { signOnLimits } from './limits.ts'
import { UnverifiedIdentity } from './unverified-identity.ts'
import type { OpenIdFlow } from './openid.server.ts'
import type { LogoutHint } from '../../services/session/provider.rules.ts'
import type { SamlFlow } from './saml.server.ts'

/** `startedAt` is the portal's time. */
export type SignOnFlow = (OpenIdFlow | SamlFlow) & { provider: string; startedAt: number }

/** Encrypts the flow into a cookie for one client, so that the server stores nothing. */
export function flowCookies(serverSecret: ServerSecret) {
  const flows = valueEncryption(serverSecret, 'sign-on flow')
  const hints = valueEncryption(serverSecret, 'sign-on logout')
  return {
    sealFlow: (flow: SignOnFlow, clientId: ClientId): string => flows.seal(JSON.stringify(flow), clientId),

    openFlow: (sealed: string | undefined, clientId: ClientId, now: number): SignOnFlow => {
      // The type is known, because only this server can have encrypted the value.
      const flow = opened(() => flows.open(sealed ?? '', clientId)) as SignOnFlow | null
      if (!flow) throw new UnverifiedIdentity('not started in this browser', 'late')
      const age = now - flow.startedAt
      if (age < 0 || age > signOnLimits.flowMs) throw new UnverifiedIdentity('started too long ago', 'late')
      return flow
    },

    /** Null if the cookie would be too large for browsers. The provider then asks the person which session to end. */
    sealHint: (hint: LogoutHint, clientId: ClientId): string | null => {
      const sealed = hints.seal(JSON.stringify(hint), clientId)
      return sealed.length > signOnLimits.hintBytes ? null : sealed
    },

    openHint: (sealed: string | undefined, clientId: ClientId): LogoutHint | null =>
      opened(() => hints.open(sealed ?? '', clientId)) as LogoutHint | null,
  }
}

function opened(open: () => string): unknown {
  try {
    return JSON.parse(open())
  } catch {
    return null
  }
}
