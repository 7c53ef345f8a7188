import type { Caller } from '../../contract/caller.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'

/** An employee who has accepted all terms and needs no second factor, for calling functions without HTTP. */
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
