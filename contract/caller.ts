import type { ClientId, PersonId, SchemeYearId } from './ids.ts'

/** The caller according to the session in the database, never according to the browser. */
export type Caller = {
  clientId: ClientId
  personId: PersonId
  sessionId: string
  userType: 'employee' | 'employer'
  employmentStatus: 'active' | 'inactive' | 'left'
  /** False until the latest site terms are accepted. */
  termsAccepted: boolean
  /** The client requires a second factor, but the caller has none yet. */
  owesTwoFactor: boolean
  /** Set while another person views the portal as this one; otherwise null. */
  view: View | null
}

export type View = {
  grantId: string
  grantedBy: 'operator' | 'employer'
  /** Actor in the audit: an operator's name, or an employer user's id. */
  actor: string
  schemeYearId: SchemeYearId
  schemeYear: number
  reason: string | null
}

/** Returns whether the caller may use employer functions: an employer user with an active employment status (specification 6). */
export function isActiveEmployer(caller: Pick<Caller, 'userType' | 'employmentStatus'>): boolean {
  return caller.userType === 'employer' && caller.employmentStatus === 'active'
}
