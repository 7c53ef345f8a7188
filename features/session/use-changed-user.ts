import type { UserReply } from './session.contract.ts'
import { sessionNow, useSession } from './use-session.ts'

/** What this tab knows of the signed-in person, after a call has changed it; nothing where nobody is signed in. */
export function changeUserHere(changes: Partial<UserReply>): void {
  const session = sessionNow()
  if (session.step === 'in') useSession.setState({ session: { ...session, user: { ...session.user, ...changes } } })
}
