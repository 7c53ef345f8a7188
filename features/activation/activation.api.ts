import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, type Handler } from '../../platform/handle.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { findLiveLink, isLinkDisabled } from '../password/password-links.queries.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import { openActivation } from './activation.contract.ts'

export function activationHandlers({ serverSecret }: AppContext): Handler[] {
  const tokens = tokensOf(serverSecret)
  return [
    handle(openActivation, async ({ clientId, params, tx, now }) => {
      const hashes = clientId && tokens.linkHashes(clientId, params.id)
      const link = hashes && (await findLiveLink(tx, clientId, { hashes, now }))
      if (!link || link.kind !== 'activation' || isLinkDisabled(link)) throw refuse(notFound)
      const { firstName, surname, email } = link
      return { error: null, status: 'ok' as const, first_name: firstName, surname, email }
    }),
  ]
}
