import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Clock, Tx } from '../../platform/handle.ts'
import type { AuditEvent } from '../../services/audit/audit.queries.ts'
import { changeAccount, findAccountByEmail, lockAccount } from '../../services/session/account.queries.ts'
import { UnverifiedIdentity } from './unverified-identity.ts'
import {
  emailInOwnDomains,
  providerName,
  type IdentityProvider,
  type SignOnProof,
} from '../../services/session/provider.rules.ts'
import { findIdentity, insertIdentity, redeemAssertion } from './sign-on.queries.ts'

type Returning = { provider: IdentityProvider; proof: SignOnProof; requestId: string }

/** Finds the account by the provider's identifier, or at the first login by a verified address (S-30). */
export async function findSignedOnPerson(
  tx: Tx,
  clientId: ClientId,
  { provider, proof, requestId }: Returning,
  { now }: Clock,
): Promise<{ personId: PersonId; events: AuditEvent[] }> {
  const name = providerName(provider)
  if (proof.assertion) {
    const { id: assertion, expiresAt } = proof.assertion
    if (!(await redeemAssertion(tx, clientId, { provider: name, assertion, expiresAt })))
      throw new UnverifiedIdentity('an assertion that was used before', 'late')
  }
  const identity = { provider: name, subject: proof.subject }
  const seen = await findIdentity(tx, clientId, identity)
  const personId = seen ?? (await accountFor(tx, clientId, { provider, proof }))
  const account = await lockAccount(tx, clientId, personId)
  if (!account || account.state === 'disabled') throw new UnverifiedIdentity('no account that is open', 'unknown')
  // Read again after the lock, because the link may have changed in the meantime.
  const known = await findIdentity(tx, clientId, identity)
  if (known !== null && known !== personId) throw new UnverifiedIdentity('somebody else by now')
  if (known === null && seen !== null) throw new UnverifiedIdentity('unlinked meanwhile')
  // An upload may have changed the person's address before the lock was taken.
  if (known === null && (await accountFor(tx, clientId, { provider, proof })) !== personId)
    throw new UnverifiedIdentity('an address that the account lost meanwhile', 'unknown')
  if (known === null && !(await insertIdentity(tx, clientId, { ...identity, personId })))
    throw new UnverifiedIdentity('an account that somebody else has here')
  const activates = account.state === 'invited'
  // The employer's provider has identified the person, so no activation link or password is needed.
  if (activates) await changeAccount(tx, clientId, personId, { state: 'active' })
  const linked = {
    at: now.toISOString(),
    actor: personId,
    subject: personId,
    action: 'sign-on.linked',
    details: { provider: name, activates },
    requestId,
  }
  return { personId, events: known ? [] : [linked] }
}

async function accountFor(
  tx: Tx,
  clientId: ClientId,
  { provider, proof }: Pick<Returning, 'provider' | 'proof'>,
): Promise<PersonId> {
  const email = emailInOwnDomains(provider, proof.email)
  if (email === null)
    throw new UnverifiedIdentity(
      `no address that the provider may vouch for: the answer has ${proof.claims.map(shortName).join(', ')}`,
      'unknown',
    )
  const account = await findAccountByEmail(tx, clientId, email)
  if (!account) throw new UnverifiedIdentity('nobody here has this address', 'unknown')
  return account.personId
}

/** Shortens the names of claims, because they come from outside and some are whole addresses. */
const shortName = (name: string): string => name.replaceAll(/[^\w:/.-]/g, '').slice(0, 100)
