import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../contract/call.ts'
import { paths } from '../../contract/paths.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { stateFacts } from '../../domain/selections/benefit-state.rules.ts'
import type { SelectionView } from '../../domain/selections/benefits.contract.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { benefitKeys, retryOptions, selectionsChanged, useBenefits } from '../benefit-parts/use-benefits.ts'
import { confirmBasket, readBasket, type Basket, type BasketItem } from './basket.contract.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

export const useBasket = () =>
  useQuery({
    queryKey: [...benefitKeys.all, 'basket'],
    queryFn: ({ signal }) => call(readBasket, {}, signal),
    ...retryOptions,
  })

type ConfirmResult = ReplyOf<typeof confirmBasket>['confirmed']

/** `unanswered`: the result is unknown. Sending the same request again applies it only once. */
export type ConfirmState =
  | { step: 'review' }
  | { step: 'busy'; sent: Basket }
  | { step: 'unanswered'; sent: Basket; message: string }
  | { step: 'refused'; seen: Basket; message: string; about: readonly string[] }
  | { step: 'done'; confirmed: ConfirmResult }

/** Parameter of the address after a confirmation, so that a reload shows its result again. */
const confirmedIds = 'confirmed'

/** Returns the result of the confirmation in the address; null without one, or if nothing of it remains. */
export function useConfirmedBefore(): ConfirmResult | 'loading' | null {
  const search = useRouterState({ select: ({ location }) => location.searchStr })
  const ids = new URLSearchParams(search).get(confirmedIds)?.split(' ') ?? []
  const benefits = useBenefits({ enabled: ids.length > 0 })
  if (benefits.isLoading) return 'loading'
  const confirmed = (benefits.data ?? []).flatMap(({ benefitId, name, selection }) =>
    selection && ids.includes(benefitId) && isConfirmed(selection) ? [{ name, selection }] : [],
  )
  return confirmed.length > 0 ? confirmed : null
}

/** A change may have been rejected, or another one begun, since its confirmation. */
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
      setConfirming({ step: 'done', confirmed })
      const ids = confirmed.map(({ selection }) => selection.benefitId).join(' ')
      // The person may have gone to another screen meanwhile.
      if (history.location.pathname.startsWith(paths.basket()))
        history.replace(`${paths.basket()}?${new URLSearchParams({ [confirmedIds]: ids }).toString()}`)
      void selectionsChanged(client)
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status === null || error.status >= 500)
        setConfirming({ step: 'unanswered', sent: shown, message: benefitMessages.setupFailed })
      else {
        setConfirming({ step: 'refused', seen: shown, message: error.message, about: draftNamedIn(error) })
        void selectionsChanged(client)
      }
    }
  }
  const startOver = () => setConfirming({ step: 'review' })
  return { confirming, confirm, startOver }
}

export function readyDrafts({ items }: Basket): BasketItem[] {
  return items.filter(({ problem }) => problem === null)
}

function seenVersions({ benefitId, version, price }: BasketItem) {
  return price ? [{ benefitId, version, expectedPerPeriod: price.employee.perPeriod }] : []
}

export function changedSince({ seen, about }: Extract<ConfirmState, { step: 'refused' }>, now: Basket): string[] {
  const of = ({ items }: Basket, id: string) => JSON.stringify(items.find(({ benefitId }) => benefitId === id))
  return about.filter((id) => of(seen, id) !== of(now, id))
}

function draftNamedIn({ body }: CallFailed): string[] {
  const { changed } = body
  return Array.isArray(changed) ? changed.filter((id) => typeof id === 'string') : []
}
