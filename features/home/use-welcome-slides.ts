import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../contract/call.ts'
import { changeUser } from '../profile/profile.contract.ts'
import { updateSignedInPerson } from '../session/use-signed-in-person.ts'
import { listSlides, type Slide } from './home.contract.ts'

export function useWelcomeSlides(): readonly Slide[] {
  const { data: slides } = useQuery({
    ...welcomeQuery,
    queryFn: ({ signal }) => welcomeSlides(signal).catch(() => null),
  })
  // The slides count as seen as soon as they are loaded (WELCOME-02, WELCOME-04).
  useEffect(() => {
    if (slides) updateSignedInPerson({ firstLogin: false })
  }, [slides])
  return slides ?? []
}

/** The activation loads the slides before Home is shown (ACTIV-12). They then stay in the cache. */
export const welcomeQuery = queryOptions<Slide[] | null>({
  queryKey: ['home', listSlides.path],
  queryFn: ({ signal }) => welcomeSlides(signal),
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
})

async function welcomeSlides(signal: AbortSignal): Promise<Slide[]> {
  const slides = await call(listSlides, {}, signal)
  // A failure is ignored: the next login shows the slides again.
  void call(changeUser, { body: { firstLogin: false } }).catch(() => undefined)
  return slides
}
