import type { BenefitId, ClientId, PersonId, SchemeYearId } from './ids.ts'

/** Who is calling, as the session in the database says; never taken from what the browser sends. */
export type Caller = {
  clientId: ClientId
  personId: PersonId
  sessionId: string
  userType: 'employee' | 'employer'
  employmentStatus: 'active' | 'inactive' | 'left'
  /** False until the latest site terms are accepted. */
  termsAccepted: boolean
  /** The client requires a second factor, and they have none yet. */
  owesTwoFactor: boolean
  /** Somebody else looks at the portal as this person; null for the person themselves. */
  view: View | null
}

/** Who looks as somebody else, in which scheme year, and why (MASQ-13, S-44). */
export type View = {
  grantId: string
  grantedBy: 'operator' | 'employer'
  /** As the audit names them: an operator's name, or an employer user's id. */
  actor: string
  schemeYearId: SchemeYearId
  schemeYear: number
  reason: string | null
}

/** May the caller use employer functions? Specification 6: an employer user with an active employment status. */
export function isActiveEmployer(caller: Pick<Caller, 'userType' | 'employmentStatus'>): boolean {
  return caller.userType === 'employer' && caller.employmentStatus === 'active'
}

export type { BenefitId, SchemeYearId }
