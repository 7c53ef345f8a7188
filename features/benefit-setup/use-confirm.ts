import { useQueryClient } from '@tanstack/react-query'
import { CallFailed } from '../../contract/call-failed.ts'
import { isRefused } from '../../contract/is-refused.ts'
import {
  changedMeanwhile,
  priceChanged,
  questionsNotAnswered,
  termsNotAccepted,
  type BenefitView,
  type SelectionView,
  type SetupValues,
} from '../../domain/selections/benefits.contract.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { benefitKeys, benefitQuery } from '../benefit-parts/use-benefits.ts'
import { valuesToSend } from '../../domain/selections/setup.rules.ts'
import { problemsFrom, type ConfirmFailure, type Setup } from './use-setup.ts'

export function useConfirm({ benefitId, setupFields }: BenefitView, setup: Setup) {
  const client = useQueryClient()
  const { send, selectionRef, confirmRunsRef, lostAnswerRef, setConfirming, setWizardResult, finish } =
    setup.forConfirming

  const confirm = async (expectedPerPeriod: number): Promise<boolean> => {
    if (confirmRunsRef.current) return false
    confirmRunsRef.current = true
    setConfirming(true)
    setWizardResult(null)
    const sent = valuesToSend(setupFields, setup.setupValues)
    try {
      finish(await send({ values: sent, expectedPerPeriod, ...setup.startsOn }))
      return true
    } catch (error) {
      const named = selectionRef.current.version
      const fresh = await refreshed().catch(() => undefined)
      const failed = failureFrom(error)
      const unanswered = failed.kind === 'unanswered'
      const moved = (lostAnswerRef.current !== null || unanswered) && fresh?.version !== named
      // The response was lost, but the choice was applied. Confirming again would apply it twice.
      if (moved && isOutcome(fresh, sent)) {
        finish(fresh)
        return true
      }
      lostAnswerRef.current = unanswered ? sent : null
      if (error instanceof CallFailed) setup.setProblems(problemsFrom(error, setupFields))
      if (failed.kind === 'terms') setup.acceptedTerms(false)
      setWizardResult({ outcome: 'error', ...failed })
      return false
    } finally {
      confirmRunsRef.current = false
      setConfirming(false)
    }
  }

  /** Reloads the benefit, because the next attempt must name the current version. */
  const refreshed = async (): Promise<SelectionView | null> => {
    void client.invalidateQueries({ queryKey: benefitKeys.quotes(benefitId) })
    const fresh = await client.fetchQuery({ ...benefitQuery(benefitId), staleTime: 0, retry: false })
    selectionRef.current = {
      version: fresh.selection?.version,
      exists: fresh.selection !== null && (fresh.selection.cta ?? fresh.cta)?.type !== 'reapply',
    }
    return fresh.selection
  }

  const check = async (): Promise<boolean> => {
    const named = selectionRef.current.version
    const fresh = await refreshed()
    // If the version is unchanged, nothing was saved, even if the cover already has these values.
    const isSaved =
      lostAnswerRef.current !== null && fresh?.version !== named && isOutcome(fresh, lostAnswerRef.current)
    if (isSaved) finish(fresh)
    return isSaved
  }

  return { confirm, check }
}

function isOutcome(fresh: SelectionView | null | undefined, sent: SetupValues): fresh is SelectionView {
  return fresh?.temporarySelection === false && sameValues(fresh.values, sent)
}

function failureFrom(error: unknown): ConfirmFailure {
  if (!isRefused(error)) return { kind: 'unanswered', message: benefitMessages.setupFailed }
  switch (error.code) {
    case changedMeanwhile.code:
      return { kind: 'changed', message: error.message }
    case priceChanged.code:
      return { kind: 'price', message: error.message }
    case termsNotAccepted.code:
      return { kind: 'terms', message: error.message }
    case questionsNotAnswered.code:
      return { kind: 'medical', message: error.message }
    default:
      return { kind: 'refused', message: error.message }
  }
}

function sameValues(one: SetupValues, other: SetupValues): boolean {
  const names = Object.keys(other)
  return names.length === Object.keys(one).length && names.every((name) => String(one[name]) === String(other[name]))
}
