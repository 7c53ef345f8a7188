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
  useEffect(() => {
    if (slides) updateSignedInPerson({ firstLogin: false })
  }, [slides])
  return slides ?? []
}

export const welcomeQuery = queryOptions<Slide[] | null>({
  queryKey: ['home', listSlides.path],
  queryFn: ({ signal }) => welcomeSlides(signal),
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
})

async function welcomeSlides(signal: AbortSignal): Promise<Slide[]> {
  const slides = await call(listSlides, {}, signal)
  void call(changeUser, { body: { firstLogin: false } }).catch(() => undefined)
  return slides
}
