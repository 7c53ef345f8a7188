import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { listBenefits } from '../../domain/selections/benefits.contract.ts'
import { readTotalBenefitsCard } from '../total-benefits/total-benefits.contract.ts'
import { listHomeBanners, listHomeCards, type HomeCard } from './home.contract.ts'

export type CardsState =
  | { status: 'idle' | 'loading' | 'error'; cards: null }
  | { status: 'success'; cards: readonly HomeCard[] }

export const useHomeCards = () => useCardList(listHomeCards)
export const useHomeBanners = () => useCardList(listHomeBanners)

function useCardList(endpoint: typeof listHomeCards): CardsState {
  const query = useQuery({
    queryKey: ['home', endpoint.path],
    queryFn: ({ signal }) => cardsOf(endpoint, signal),
    retry: 1,
  })
  if (query.data) return { status: 'success', cards: query.data.toSorted((one, other) => one.order - other.order) }
  if (query.isError) return { status: 'error', cards: null }
  return { status: query.fetchStatus === 'idle' ? 'idle' : 'loading', cards: null }
}

async function cardsOf(endpoint: typeof listHomeCards, signal: AbortSignal): Promise<HomeCard[]> {
  const answer: unknown = await call(endpoint, {}, signal)
  if (Array.isArray(answer)) return answer
  console.error(`API error: ${describe(endpoint)} did not return a list`)
  throw new TypeError('The answer is not a list')
}

function describe({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** My benefits uses the same key, so that both screens share the data. */
const benefitsQuery = queryOptions({
  queryKey: ['benefits', 'list'],
  queryFn: ({ signal }) => call(listBenefits, {}, signal),
})

/** The prefix lets one call clear the data of card and page. Retries once (TOTAL-04). */
export const useTotalBenefitsCard = () =>
  useQuery({
    queryKey: ['total-benefits', 'card'],
    queryFn: ({ signal }) => call(readTotalBenefitsCard, {}, signal),
    retry: 1,
  })

export const useMyBenefits = () => useQuery(benefitsQuery)
