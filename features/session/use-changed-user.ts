import type { UserReply } from '../../services/session/session.contract.ts'
import { sessionNow, useSession } from './use-session.ts'

/** In this tab's copy. Does nothing when signed out. */
export function changeUserHere(changes: Partial<UserReply>): void {
  const session = sessionNow()
  if (session.step === 'in') useSession.setState({ session: { ...session, user: { ...session.user, ...changes } } })
}
