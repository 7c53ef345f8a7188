import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { call } from '../../contract/call.ts'
import { isRefused } from '../../contract/is-refused.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import type { FieldProblem } from '../../domain/selections/setup.rules.ts'
import { benefitKeys } from '../benefit-parts/use-benefits.ts'
import { whatIf, type WhatIfReply, type WhatIfRequest } from '../../domain/tax/what-if.contract.ts'
import { serverProblems } from './what-if.rules.ts'

/** `updating`: the last answer is still shown. */
export type WhatIfOutcome =
  | { step: 'today' | 'wrong' }
  | { step: 'loading' }
  | { step: 'updating' | 'ready'; answer: WhatIfReply; again: () => void }
  | { step: 'failed'; why: string; retry: (() => void) | null }

const nothing: WhatIfRequest = {}

export const useCurrentSituation = () => useAnswer(nothing)

/** Asks the server once the fields no longer change. Also returns the problems that the server finds. */
export function useWhatIf(question: WhatIfRequest | null): {
  outcome: WhatIfOutcome
  problems: readonly FieldProblem[]
} {
  const wanted = question ? JSON.stringify(question) : ''
  const settled = useDebounced(wanted)
  // This JSON was written from a value of this type, so the cast is safe.
  const answer = useAnswer(settled ? (JSON.parse(settled) as WhatIfRequest) : null)
  const still = settled === wanted && !answer.isPlaceholderData
  const problems = still ? serverProblems(answer) : []
  return { outcome: outcomeOf(), problems }

  function outcomeOf(): WhatIfOutcome {
    if (!question || problems.length > 0) return { step: 'wrong' }
    if (wanted === '{}') return { step: 'today' }
    if (answer.error && settled === wanted) {
      return isRefused(answer.error)
        ? { step: 'failed', why: answer.error.message, retry: null }
        : { step: 'failed', why: benefitMessages.setupFailed, retry: () => void answer.refetch() }
    }
    if (!answer.data) return { step: 'loading' }
    return { step: still ? 'ready' : 'updating', answer: answer.data, again: () => void answer.refetch() }
  }
}

/** The key begins with the key of all benefits, so that a new choice refetches the answer. */
const useAnswer = (question: WhatIfRequest | null) =>
  useQuery({
    queryKey: [...benefitKeys.all, 'what-if', question],
    queryFn: ({ signal }) => call(whatIf, { body: question ?? {} }, signal),
    enabled: question !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
    // Fail at once when offline, because a paused query would leave the previous answer on screen.
    networkMode: 'always',
  })

export function useOriginBenefit(): string | null {
  const search = useRouterState({ select: ({ location }) => location.searchStr })
  return new URLSearchParams(search).get('benefit') || null
}
