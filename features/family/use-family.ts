import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../contract/call.ts'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { londonDate } from '../../contract/dates.ts'
import type { PersonId } from '../../contract/ids.ts'
import { useSession } from '../session/use-session.ts'
import { addFamilyMember, editFamilyMember, listFamily } from './family.contract.ts'
import { familyStatusOf, type FamilyStatus } from './family-status.rules.ts'
import { activeFamily, familyPayloadOf, type FamilyMember, type TypedMember } from './family-payload.rules.ts'
import { familyKey } from '../../domain/definition/family.rules.ts'
import { isComplete, problemsFromServer, problemsIn, type MemberProblems } from './member-form.rules.ts'

const familyQuery = queryOptions({
  queryKey: familyKey,
  queryFn: async ({ signal }) => activeFamily(await call(listFamily, {}, signal)),
})
export const useFamily = () => useQuery(familyQuery)

async function familyChanged(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: ['total-benefits'] })
  await Promise.all([familyKey, ['profile'], ['benefits']].map((queryKey) => client.invalidateQueries({ queryKey })))
}

export function useSaveMember(known: FamilyMember | null) {
  const client = useQueryClient()
  const personId = useSession(({ session }) => (session.step === 'in' ? session.user.id : null))
  const [problems, setProblems] = useState<MemberProblems>({})
  const [status, setStatus] = useState<FamilyStatus | null>(null)
  const [busy, setBusy] = useState(false)
  // Enter can be pressed again before the next render.
  const running = useRef(false)

  const save = async (typed: TypedMember): Promise<boolean> => {
    if (running.current) return false
    const found = problemsIn(typed, londonDate(new Date()))
    setProblems(found)
    setStatus(null)
    if (Object.keys(found).length > 0 || !isComplete(typed)) return false
    running.current = true
    setBusy(true)
    try {
      const reply = known
        ? await call(editFamilyMember, {
            params: { id: known.familyMemberId },
            body: { ...familyPayloadOf(typed, known), version: known.version },
          })
        : await call(addFamilyMember, {
            // Only logged-in people can open this panel.
            params: { id: personId as PersonId },
            body: familyPayloadOf(typed, null),
          })
      const after = familyStatusOf(reply)
      setStatus(after)
      if (after === 'success') void familyChanged(client)
      else running.current = false
      return after === 'success'
    } catch (failure) {
      running.current = false
      const refused = failure instanceof CallFailed ? problemsFromServer(failure.fieldErrors) : {}
      setProblems(refused)
      if (Object.keys(refused).length === 0) setStatus({ errorValue: failureText(failure) })
      void client.invalidateQueries({ queryKey: familyKey })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { save, problems, status, busy }
}
