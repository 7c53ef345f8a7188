import type { UserReply } from '../../services/session/session.contract.ts'
import { sessionNow, useSession } from './use-session.ts'

/** Updates this tab's copy of the signed-in person after a call has changed it. Does nothing when signed out. */
export function changeUserHere(changes: Partial<UserReply>): void {
  const session = sessionNow()
  if (session.step === 'in') useSession.setState({ session: { ...session, user: { ...session.user, ...changes } } })
}
