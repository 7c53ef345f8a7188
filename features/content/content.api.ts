import type { ClientId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, type Call, type Handler, type Tx } from '../../platform/handle.ts'
import { listFaqs, readCookiePolicy, readPrivacyPolicy, readTerms } from './content.contract.ts'
import {
  readAcceptedRevision,
  readFaqs,
  readPolicyPage,
  recordTermsAcceptance,
  type PolicyKind,
} from './content.queries.ts'
import { acceptTerms, readTermsState, termsChanged, termsNotConfirmed } from './new-terms.contract.ts'

export const contentHandlers: Handler[] = [
  handle(readTerms, ({ tx, clientId }) => policy(tx, clientId, 'terms')),
  handle(readPrivacyPolicy, ({ tx, clientId }) => policy(tx, clientId, 'policy')),
  handle(readCookiePolicy, ({ tx, clientId }) => policy(tx, clientId, 'cookie')),
  handle(readTermsState, ({ caller, tx, clientId }) => readAcceptedRevision(tx, clientId, caller)),
  handle(acceptTerms, accept),
  handle(listFaqs, ({ tx, clientId }) => readFaqs(tx, clientId)),
]

async function accept({ caller, clientId, tx, now, body, audit }: Call<typeof acceptTerms>) {
  if (!body.termsAccepted) throw refuse(termsNotConfirmed, { errors: { termsAccepted: [termsNotConfirmed.message] } })
  const { personId } = caller
  const { currentRevision } = await readAcceptedRevision(tx, clientId, { personId })
  if (body.termsRevision !== undefined && body.termsRevision !== currentRevision) throw refuse(termsChanged)
  const isFirst = await recordTermsAcceptance(tx, clientId, { personId, revision: currentRevision, now })
  audit({ revision: currentRevision, isFirst })
  return readAcceptedRevision(tx, clientId, { personId })
}

async function policy(
  tx: Tx,
  clientId: ClientId | null,
  kind: PolicyKind,
): Promise<{ content: string; revision: number }> {
  const page = clientId && (await readPolicyPage(tx, clientId, { kind }))
  if (!page) throw refuse(notFound)
  return page
}
