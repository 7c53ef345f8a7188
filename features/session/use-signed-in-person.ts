import type { UserReply } from '../../services/session/session.contract.ts'
import { sessionNow, useSession } from './use-session.ts'

export function updateSignedInPerson(changes: Partial<UserReply>): void {
  const session = sessionNow()
  if (session.step === 'in') useSession.setState({ session: { ...session, user: { ...session.user, ...changes } } })
}

/** True while an employer views the portal as an employee. The server then refuses every change (S-45). */
export function useReadOnlyView(): boolean {
  return useSession(({ session }) => session.step === 'in' && session.viewGrantedBy === 'employer')
}

export function useClientId(): string {
  const id = useSession(({ session }) => (session.step === 'in' ? session.client.id : null))
  if (id === null) throw new Error(`A screen behind the guard is shown while the session is '${sessionNow().step}'`)
  return id
}
