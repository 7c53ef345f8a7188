import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import {
  listBenefitFilters,
  listBenefits,
  readBenefitWithSelection,
  type BenefitView,
  type SetupValues,
} from '../../domain/selections/benefits.contract.ts'
import { useReadOnlyView } from '../session/use-signed-in-person.ts'

/** Query keys that begin with 'benefits' are refreshed together after a change (STATE-12). */
export const benefitKeys = {
  all: ['benefits'] as const,
  list: ['benefits', 'list'] as const,
  filters: ['benefits', 'filters'] as const,
  one: (id: string) => ['benefits', 'one', id] as const,
  faqs: (id: string) => ['benefits', 'faqs', id] as const,
  related: (id: string) => ['benefits', 'related', id] as const,
  terms: (id: string) => ['benefits', 'terms', id] as const,
  history: (id: string) => ['benefits', 'history', id] as const,
  lastYear: (id: string) => ['benefits', 'last-year', id] as const,
  quotes: (id: string) => ['quote', id] as const,
  quote: (id: string, asked: { values: SetupValues; effectiveFrom?: string; takeHomeSteps: boolean }) =>
    ['quote', id, asked] as const,
}

const totalBenefitsKey = ['total-benefits'] as const

const RETRIES = 2
const RETRY_MS = [1000, 3000] as const

/** Retries twice with back-off, only without a response or after a server error (D-18). */
function retry(failures: number, error: Error): boolean {
  return failures < RETRIES && error instanceof CallFailed && (error.status === null || error.status >= 500)
}
const retryDelay = (failures: number) => RETRY_MS[failures] ?? 3000
export const retryOptions = { retry, retryDelay } as const

export const benefitsQuery = queryOptions({
  queryKey: benefitKeys.list,
  queryFn: ({ signal }) => call(listBenefits, {}, signal),
  ...retryOptions,
})

export const benefitQuery = (id: string) =>
  queryOptions({
    queryKey: benefitKeys.one(id),
    queryFn: ({ signal }) => call(readBenefitWithSelection, { params: { id } }, signal),
    ...retryOptions,
  })

export const useBenefits = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useQuery({ ...benefitsQuery, enabled, ...(useReadOnlyView() && { select: allWithoutChanges }) })

export const useBenefitFilters = () =>
  useQuery({
    queryKey: benefitKeys.filters,
    queryFn: ({ signal }) => call(listBenefitFilters, {}, signal),
    staleTime: Infinity,
    ...retryOptions,
  })

export const useBenefit = (id: string) =>
  useQuery({ ...benefitQuery(id), ...(useReadOnlyView() && { select: withoutChanges }) })

const allWithoutChanges = (benefits: BenefitView[]) => benefits.map(withoutChanges)

function withoutChanges(benefit: BenefitView): BenefitView {
  const { allowedActions, cta, selection } = benefit
  return {
    ...benefit,
    allowedActions: allowedActions.filter((name) => name === 'manage' || name === 'claim' || name === 'statement'),
    cta: readingOnly(cta),
    selection: selection && { ...selection, cta: readingOnly(selection.cta) },
  }
}

function readingOnly(cta: BenefitView['cta']): BenefitView['cta'] {
  return cta?.type === 'setup' || cta?.type === 'reapply' ? null : cta
}

export async function refreshBenefits(client: QueryClient): Promise<void> {
  void client.resetQueries({ queryKey: totalBenefitsKey })
  await client.invalidateQueries({ queryKey: benefitKeys.all })
}

export function isNotFound(error: unknown): boolean {
  return error instanceof CallFailed && error.status === 404
}
