import type { ClientId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, type Handler, type Tx } from '../../platform/handle.ts'
import { listFaqs, readCookiePolicy, readPrivacyPolicy, readTerms } from './content.contract.ts'
import { readFaqs, readPolicyPage, type PolicyKind } from './content.queries.ts'

export const contentHandlers: Handler[] = [
  handle(readTerms, ({ tx, clientId }) => policy(tx, clientId, 'terms')),
  handle(readPrivacyPolicy, ({ tx, clientId }) => policy(tx, clientId, 'policy')),
  handle(readCookiePolicy, ({ tx, clientId }) => policy(tx, clientId, 'cookie')),
  handle(listFaqs, ({ tx, clientId }) => readFaqs(tx, clientId)),
]

/** A site without a client has no policies, and neither has a client that wrote none. */
async function policy(
  tx: Tx,
  clientId: ClientId | null,
  kind: PolicyKind,
): Promise<{ content: string; revision: number }> {
  const page = clientId && (await readPolicyPage(tx, clientId, { kind }))
  if (!page) throw refuse(notFound)
  return page
}
