import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import type { CallInput } from '../../contract/endpoint.ts'
import { endOtherOwnSessions, endOwnSession, listOwnSessions } from '../session/own-sessions/own-sessions.contract.ts'
import { updateSignedInPerson } from '../session/use-signed-in-person.ts'
import { changeUser, readProfile } from './profile.contract.ts'

const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call(readProfile, {}, signal),
})
export const useProfile = () => useQuery(profileQuery)

export function useChangeUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof changeUser>['body']) => call(changeUser, { body }),
    // The changes are sent one after the other, so that the last choice remains.
    scope: { id: 'user' },
    onSuccess: (user) => {
      updateSignedInPerson(user)
      return client.invalidateQueries({ queryKey: profileQuery.queryKey })
    },
  })
}

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(listOwnSessions, {}, signal),
  staleTime: 0,
})
export const useOwnSessions = () => useQuery(sessionsQuery)

export function useEndSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      id === 'all' ? call(endOtherOwnSessions, {}) : call(endOwnSession, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
