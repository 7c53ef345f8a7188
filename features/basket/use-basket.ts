import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../contract/call.ts'
import { paths } from '../../contract/paths.ts'
import type { CallFailed } from '../../contract/call-failed.ts'
import { isRefused } from '../../contract/is-refused.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { stateFacts } from '../../domain/selections/benefit-state.rules.ts'
import type { SelectionView } from '../../domain/selections/benefits.contract.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import {
  benefitKeys,
  benefitsQuery,
  retryOptions,
  refreshBenefits,
  useBenefits,
} from '../benefit-parts/use-benefits.ts'
import { confirmBasket, readBasket, type Basket, type BasketItem } from './basket.contract.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

export const useBasket = () =>
  useQuery({
    queryKey: [...benefitKeys.all, 'basket'],
    queryFn: ({ signal }) => call(readBasket, {}, signal),
    ...retryOptions,
  })

type ConfirmResult = ReplyOf<typeof confirmBasket>['confirmed']

/** `unanswered`: the result is unknown. Sending the request again can't confirm the changes twice. */
export type ConfirmState =
  | { step: 'review' }
  | { step: 'busy'; sent: Basket }
  | { step: 'unanswered'; sent: Basket; message: string }
  | { step: 'refused'; seen: Basket; message: string; about: readonly string[] }
  | { step: 'done'; confirmed: ConfirmResult }

const confirmedIds = 'confirmed'

export function useConfirmationInUrl(): ConfirmResult | 'loading' | null {
  const search = useRouterState({ select: ({ location }) => location.searchStr })
  const ids = new URLSearchParams(search).get(confirmedIds)?.split(' ') ?? []
  const benefits = useBenefits({ enabled: ids.length > 0 })
  if (benefits.isLoading) return 'loading'
  const confirmed = (benefits.data ?? []).flatMap(({ benefitId, name, selection }) =>
    selection && ids.includes(benefitId) && isConfirmed(selection) ? [{ name, selection }] : [],
  )
  return confirmed.length > 0 ? confirmed : null
}

/** After the confirmation, the employer may have rejected the change, or the employee may have begun another one. */
function isConfirmed({ status, temporarySelection }: SelectionView): boolean {
  const { runs, waits } = stateFacts(status)
  return !temporarySelection && (runs || waits)
}

export function useConfirmBasket() {
  const client = useQueryClient()
  const { history } = useRouter()
  const [confirming, setConfirming] = useState<ConfirmState>({ step: 'review' })
  const { run } = useOneAtATime()

  const confirm = (shown: Basket): Promise<void> => run(() => send(shown))

  const send = async (shown: Basket): Promise<void> => {
    setConfirming({ step: 'busy', sent: shown })
    try {
      const { confirmed } = await call(confirmBasket, { body: { changes: readyDrafts(shown).flatMap(seenVersions) } })
      finish(confirmed)
    } catch (error) {
      if (isRefused(error)) {
        setConfirming({ step: 'refused', seen: shown, message: error.message, about: draftNamedIn(error) })
        void refreshBenefits(client)
        return
      }
      // The server may still be working, so only a saved change proves the confirmation.
      if (!(await check(shown).catch(() => false)))
        setConfirming({ step: 'unanswered', sent: shown, message: benefitMessages.setupFailed })
    }
  }

  const finish = (confirmed: ConfirmResult) => {
    setConfirming({ step: 'done', confirmed })
    const ids = confirmed.map(({ selection }) => selection.benefitId).join(' ')
    // The person may have gone to another screen while the request ran.
    if (history.location.pathname.startsWith(paths.basket()))
      history.replace(`${paths.basket()}?${new URLSearchParams({ [confirmedIds]: ids }).toString()}`)
    void refreshBenefits(client)
  }

  const check = async (sent: Basket): Promise<boolean> => {
    const benefits = await client.fetchQuery({ ...benefitsQuery, staleTime: 0, retry: false })
    const drafts = readyDrafts(sent)
    const confirmed = drafts.flatMap(({ benefitId, version }) => {
      const { name, selection } = benefits.find((benefit) => benefit.benefitId === benefitId) ?? {}
      return name !== undefined && selection && selection.version > version && isConfirmed(selection)
        ? [{ name, selection }]
        : []
    })
    const isSaved = confirmed.length === drafts.length
    if (isSaved) finish(confirmed)
    return isSaved
  }

  const startOver = () => setConfirming({ step: 'review' })
  return { confirming, confirm, check, startOver }
}

export function readyDrafts({ items }: Basket): BasketItem[] {
  return items.filter(({ problem }) => problem === null)
}

function seenVersions({ benefitId, version, price }: BasketItem) {
  return price ? [{ benefitId, version, expectedPerPeriod: price.employee.perPeriod }] : []
}

export function itemsChangedSince({ seen, about }: Extract<ConfirmState, { step: 'refused' }>, now: Basket): string[] {
  const of = ({ items }: Basket, id: string) => JSON.stringify(items.find(({ benefitId }) => benefitId === id))
  return about.filter((id) => of(seen, id) !== of(now, id))
}

function draftNamedIn({ body }: CallFailed): string[] {
  const { changed } = body
  return Array.isArray(changed) ? changed.filter((id) => typeof id === 'string') : []
}
