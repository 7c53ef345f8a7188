import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../contract/call.ts'
import { changeUser } from '../profile/profile.contract.ts'
import { changeUserHere } from '../session/use-signed-in-person.ts'
import { listSlides, type Slide } from './home.contract.ts'

/** Returns the slides once loaded. If loading fails, they are shown at the next login. */
export function useSlides(): readonly Slide[] {
  const { data: slides } = useQuery({
    ...welcomeQuery,
    queryFn: ({ signal }) => welcomeSlides(signal).catch(() => null),
  })
  // Once loaded, the slides count as seen, however far they are read (WELCOME-02, WELCOME-04).
  useEffect(() => {
    if (slides) changeUserHere({ firstLogin: false })
  }, [slides])
  return slides ?? []
}

/** Also loaded on the way to Home (ACTIV-12), which then finds the slides in the cache. */
export const welcomeQuery = queryOptions<Slide[] | null>({
  queryKey: ['home', listSlides.path],
  queryFn: ({ signal }) => welcomeSlides(signal),
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
})

async function welcomeSlides(signal: AbortSignal): Promise<Slide[]> {
  const slides = await call(listSlides, {}, signal)
  // If this fails, the slides are shown again at the next login.
  void call(changeUser, { body: { firstLogin: false } }).catch(() => undefined)
  return slides
}
