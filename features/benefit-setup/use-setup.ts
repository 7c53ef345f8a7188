import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../contract/call.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import type { IsoDate } from '../../contract/dates.ts'
import {
  changeSelection,
  createSelection,
  type BenefitView,
  type SelectionView,
  type SetupValue,
  type SetupValues,
} from '../../domain/selections/benefits.contract.ts'
import type { SetupStep } from '../../domain/selections/setup-steps.rules.ts'
import { initialValues, fieldProblems, valuesToSend, type FieldProblem } from '../../domain/selections/setup.rules.ts'
import { refreshBenefits } from '../benefit-parts/use-benefits.ts'
import { accessToken } from '../session/use-session.ts'
import { partnerCalls } from './use-quote.ts'

type SelectionOnServer = { version: number | undefined; exists: boolean }

type SaveState = 'nothing' | 'saving' | 'saved' | 'failed'

export type ConfirmFailure =
  | { kind: 'unanswered'; message: string }
  | { kind: 'changed'; message: string }
  | { kind: 'price'; message: string }
  | { kind: 'terms'; message: string }
  | { kind: 'medical'; message: string }
  | { kind: 'refused'; message: string }

export type WizardResult = { outcome: 'success'; selection: SelectionView } | ({ outcome: 'error' } & ConfirmFailure)

export type Setup = ReturnType<typeof useSetup>

/** Holds the values of a setup. Leaving a step or the page saves them as a draft. */
export function useSetup(benefit: BenefitView) {
  const client = useQueryClient()
  const { benefitId, setupFields, selection } = benefit
  const [setupValues, setSetupValues] = useState(() => initialValues(setupFields, selection?.values ?? null))
  // The chosen first day. Empty for the preselected day, and after any other value changes.
  const [startsOn, setStartsOn] = useState<{ effectiveFrom?: IsoDate }>({})
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [saving, setSaving] = useState<SaveState>('nothing')
  const [confirming, setConfirming] = useState(false)
  const [wizardResult, setWizardResult] = useState<WizardResult | null>(null)
  const [acceptedHere, setAcceptedHere] = useState(false)
  const termsAccepted = acceptedHere || !benefit.termsAndConditionsShown || benefit.terms.every((term) => term.accepted)

  // Applying again creates a new selection (BENEFIT-23); otherwise the selection is changed (BENEFIT-24).
  const selectionRef = useRef<SelectionOnServer>({
    version: selection?.version,
    exists: selection !== null && (selection.cta ?? benefit.cta)?.type !== 'reapply',
  })
  // Writes of one page run in sequence, because each names the version that the previous one created.
  const lastWrite = useRef<Promise<unknown>>(Promise.resolve())
  const writing = useRef(0)
  const draftTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unsaved = useRef<SetupValues | null>(null)
  const confirmRunsRef = useRef(false)
  const lostAnswerRef = useRef<SetupValues | null>(null)
  const step = useRef<{ shown?: SetupStep; saved?: SetupStep | undefined }>({ saved: selection?.draftStep })

  const send = (body: {
    values: SetupValues
    draft?: true
    step?: SetupStep
    expectedPerPeriod?: number
    effectiveFrom?: IsoDate
  }) => {
    const write = lastWrite.current.then(async () => {
      const { version, exists } = selectionRef.current
      const whole = {
        params: { id: benefitId },
        body: { ...body, ...(version !== undefined && exists && { version }) },
      }
      const saved = await (benefit.beamSupported && !body.draft
        ? (await partnerCalls()).confirmWithPartner(benefitId, whole.body)
        : exists
          ? call(changeSelection, whole)
          : call(createSelection, whole))
      selectionRef.current = { version: saved.version, exists: true }
      return saved
    })
    writing.current += 1
    lastWrite.current = write.catch(() => undefined).finally(() => (writing.current -= 1))
    return write
  }

  const change = (name: string, value: SetupValue | null) => {
    setWizardResult(null)
    setProblems((before) => before.filter((problem) => problem.field !== name))
    const { [name]: _, ...others } = setupValues
    const next = value === null ? others : { ...others, [name]: value }
    setSetupValues(next)
    setStartsOn({})
    unsaved.current = next
    clearTimeout(draftTimer.current)
    draftTimer.current = setTimeout(() => void whenLeaving.current(), DRAFT_AFTER_MS)
    // Renew the token now, because closing the tab leaves no time for it before the draft is sent.
    accessToken().catch(() => undefined)
  }

  const saveDraft = async (changed = unsaved.current): Promise<boolean> => {
    if (!changed) return true
    // A draft sent after the confirmation would undo it.
    if (confirmRunsRef.current) return false
    unsaved.current = null
    setSaving('saving')
    try {
      const { shown } = step.current
      step.current.saved = shown
      await send({ values: validValues(setupFields, changed), draft: true, ...(shown && { step: shown }) })
      setSaving('saved')
      return true
    } catch {
      unsaved.current ??= changed
      setSaving('failed')
      return false
    } finally {
      void refreshBenefits(client)
    }
  }

  const isKept = saving === 'saved' || selection?.temporarySelection === true
  const showStep = (shown: SetupStep): void => {
    const isFirst = step.current.shown === undefined
    step.current.shown = shown
    if (!isFirst && shown !== 'confirmation')
      void saveDraft(unsaved.current ?? (isKept && step.current.saved !== shown ? setupValues : null))
  }

  /** Saves even an unchanged choice as a draft, so that it can be confirmed together with other choices. */
  const keep = (): Promise<boolean> => {
    return saveDraft(isKept ? unsaved.current : setupValues)
  }

  const whenLeaving = useRef(saveDraft)
  useEffect(() => {
    whenLeaving.current = saveDraft
  })
  useEffect(() => {
    // Phones may end a hidden page without a further event.
    const onHidden = () => void (document.hidden && whenLeaving.current())
    // The browser asks before the tab is closed during a write, because the waiting draft would be lost.
    const onUnload = (event: BeforeUnloadEvent) => void (writing.current > 0 && event.preventDefault())
    document.addEventListener('visibilitychange', onHidden)
    addEventListener('beforeunload', onUnload)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      removeEventListener('beforeunload', onUnload)
      clearTimeout(draftTimer.current)
      void whenLeaving.current()
    }
  }, [])

  const finish = (selected: SelectionView) => {
    unsaved.current = null
    setWizardResult({ outcome: 'success', selection: selected })
    void refreshBenefits(client)
  }

  return {
    setupValues,
    startsOn,
    startOn: (day: IsoDate) => setStartsOn({ effectiveFrom: day }),
    problems,
    setProblems,
    change,
    saveDraft,
    showStep,
    keep,
    saving,
    confirming,
    wizardResult,
    forConfirming: {
      send,
      selectionRef,
      confirmRunsRef,
      lostAnswerRef,
      setConfirming,
      setWizardResult,
      finish,
    },
    termsAccepted,
    acceptedTerms: (accepted: boolean) => setAcceptedHere(accepted),
  }
}

/** A draft is saved after this time without a change. Must be shorter than the validity of a renewed token. */
const DRAFT_AFTER_MS = 20_000

function validValues(fields: BenefitView['setupFields'], values: SetupValues): SetupValues {
  const wrong = new Set(fieldProblems(fields, values).map((problem) => problem.field))
  return valuesToSend(
    fields.filter((field) => !wrong.has(field.name)),
    values,
  )
}

export function problemsFrom(error: CallFailed, fields: BenefitView['setupFields']): FieldProblem[] {
  return fields.flatMap(({ name }) => {
    const message = error.fieldErrors[name]?.join(' ')
    return message ? [{ field: name, message }] : []
  })
}
