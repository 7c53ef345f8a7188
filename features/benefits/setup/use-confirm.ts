import { useQueryClient } from '@tanstack/react-query'
import { CallFailed } from '../../../contract/call-failed.ts'
import {
  changedMeanwhile,
  priceChanged,
  questionsNotAnswered,
  termsNotAccepted,
  type BenefitView,
  type SelectionView,
  type SetupValues,
} from '../benefits.contract.ts'
import { benefitMessages } from '../benefits.messages.ts'
import { benefitKeys, benefitQuery } from '../use-benefits.ts'
import { valuesToSend } from './setup.rules.ts'
import { problemsFrom, type ConfirmFailure, type Setup } from './use-setup.ts'

/** Confirms what was chosen at the price that was shown, once however often it is asked. Answers whether it is done. */
export function useConfirm({ benefitId, setupFields }: BenefitView, setup: Setup) {
  const client = useQueryClient()
  const { send, standingRef, confirmRunsRef, lostAnswerRef, setConfirming, setWizardResult, finish } =
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
      const named = standingRef.current.version
      const fresh = await refreshed()
      const unanswered = failureFrom(error).kind === 'unanswered'
      const moved = lostAnswerRef.current || (unanswered && fresh?.version !== named)
      // The answer to this try or the one before was lost on its way, and this is what it did: done again, it were done twice.
      if (moved && fresh && !fresh.temporarySelection && sameValues(fresh.values, sent)) {
        finish(fresh)
        return true
      }
      lostAnswerRef.current = unanswered
      if (error instanceof CallFailed) setup.setProblems(problemsFrom(error, setupFields))
      const failed = failureFrom(error)
      if (failed.kind === 'terms') setup.acceptedTerms(false)
      setWizardResult({ outcome: 'error', ...failed })
      return false
    } finally {
      confirmRunsRef.current = false
      setConfirming(false)
    }
  }

  /** What stands on the server now, after a refusal: its version is the one to name next. What was typed stays. */
  const refreshed = async (): Promise<SelectionView | null> => {
    void client.invalidateQueries({ queryKey: benefitKeys.quotes(benefitId) })
    try {
      const fresh = await client.fetchQuery({ ...benefitQuery(benefitId), staleTime: 0, retry: false })
      standingRef.current = {
        version: fresh.selection?.version,
        exists: fresh.selection !== null && (fresh.selection.cta ?? fresh.cta)?.type !== 'reapply',
      }
      return fresh.selection
    } catch {
      return null
    }
  }

  return confirm
}

function failureFrom(error: unknown): ConfirmFailure {
  if (!(error instanceof CallFailed) || error.status === null || error.status >= 500)
    return { kind: 'unanswered', message: benefitMessages.setupFailed }
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
