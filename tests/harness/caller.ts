import type { Caller } from '../../contract/caller.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'

/** Somebody who is signed in and owes nothing, for calls that are made without the portal around them. */
export function callerOf(clientId: ClientId, personId: PersonId): Caller {
  return {
    clientId,
    personId,
    sessionId: crypto.randomUUID(),
    userType: 'employee',
    employmentStatus: 'active',
    termsAccepted: true,
    owesTwoFactor: false,
    view: null,
  }
}
