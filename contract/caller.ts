import type { ClientId, PersonId, SchemeYearId } from './ids.ts'

/** The person who makes a request, read from the database. Nothing here comes from the browser. */
export type Caller = {
  clientId: ClientId
  personId: PersonId
  sessionId: string
  userType: 'employee' | 'employer'
  employmentStatus: 'active' | 'inactive' | 'left'
  termsAccepted: boolean
  owesTwoFactor: boolean
  view: View | null
}

export type View = {
  grantId: string
  grantedBy: 'operator' | 'employer'
  /** Who views the portal as another person: the operator's name, or the id of the employer user. */
  actor: string
  schemeYearId: SchemeYearId
  schemeYear: number
  reason: string | null
}

export function isActiveEmployer(caller: Pick<Caller, 'userType' | 'employmentStatus'>): boolean {
  return caller.userType === 'employer' && caller.employmentStatus === 'active'
}
