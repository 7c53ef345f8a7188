import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../contract/call.ts'
import { changeUser } from '../profile/profile.contract.ts'
import { changeUserHere } from '../session/use-changed-user.ts'
import { listSlides, type Slide } from './home.contract.ts'

/** The slides; none until they have come, and none where they did not: they are owed until the next login then. */
export function useSlides(): readonly Slide[] {
  const { data: slides } = useQuery({
    ...welcomeQuery,
    queryFn: ({ signal }) => welcomeSlides(signal).catch(() => null),
  })
  // Once they are here they are not asked for again, however far somebody reads (WELCOME-02, WELCOME-04).
  useEffect(() => {
    if (slides) changeUserHere({ firstLogin: false })
  }, [slides])
  return slides ?? []
}

/** Also asked on the way to Home, which then has them (ACTIV-12). */
export const welcomeQuery = queryOptions<Slide[] | null>({
  queryKey: ['home', listSlides.path],
  queryFn: ({ signal }) => welcomeSlides(signal),
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
})

async function welcomeSlides(signal: AbortSignal): Promise<Slide[]> {
  const slides = await call(listSlides, {}, signal)
  // Where this does not arrive they are shown at the next login as well.
  void call(changeUser, { body: { firstLogin: false } }).catch(() => undefined)
  return slides
}
