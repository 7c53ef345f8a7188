import { sessionNow, useSession } from './use-session.ts'

export function useClientId(): string {
  const id = useSession(({ session }) => (session.step === 'in' ? session.client.id : null))
  if (id === null) throw new Error(`A screen behind the guard is shown while the session is '${sessionNow().step}'`)
  return id
}
