import { useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { paths } from '../../contract/paths.ts'
import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'
import { useVouchersOnly } from '../session/use-vouchers-only.ts'
import { setupSteps, type SetupStep } from '../../domain/selections/setup-steps.rules.ts'

/** Parameters of the displayed route. During navigation the URL already belongs to the next screen. */
function useShownParams(): { benefitId?: string; _splat?: string } {
  return useParams({ strict: false })
}

export function useBenefitIdInAddress(): string {
  return useShownParams().benefitId ?? ''
}

/** People with only vouchers don't see My benefits (BENEFIT-63). */
export function useBackLink(): { label: string; to: string } {
  const ccvOnly = useVouchersOnly((state) => state.ccvOnly)
  if (ccvOnly) return { label: breadcrumbMessages.home, to: paths.home() }
  return { label: breadcrumbMessages.benefits, to: paths.benefits() }
}

export function useStepInAddress(): SetupStep | null {
  const { _splat: rest } = useShownParams()
  return stepNamed(rest)
}

function stepNamed(rest: string | undefined): SetupStep | null {
  return setupSteps.find((step) => step === rest?.replace(/\/$/, '')) ?? null
}

export function useCategoryInAddress(): [string | null, (category: string | null) => void] {
  const router = useRouter()
  const search = useRouterState({ select: ({ location }) => location.searchStr })
  const set = (category: string | null) => {
    const query = new URLSearchParams(search)
    if (category === null) query.delete('category')
    else query.set('category', category)
    const text = query.toString()
    router.history.replace(paths.benefits() + (text && `?${text}`))
  }
  return [new URLSearchParams(search).get('category'), set]
}

/** `setupFrom`: version of the selection when the setup began. `setupAt`: history position of its first entry. */
type SetupEntry = { setupFrom: number; setupAt: number }

type ShownStep = { asked: SetupStep | null; shown: SetupStep; setupFrom: number }

/** Returns the selection's version when this setup was started: 0 without a selection, null if unknown. */
export function useVersionAtSetupStart(): number | null {
  return useRouterState({ select: ({ location: { state } }) => setupEntryIn(state)?.setupFrom ?? null })
}

function setupEntryIn(state: object): SetupEntry | null {
  // Only `useGoToBenefit` writes this state.
  return 'setupFrom' in state ? (state as SetupEntry) : null
}

function positionOf(state: { __TSR_index: number }): number {
  // The router's name for the position of a history entry.
  // oxlint-disable-next-line no-underscore-dangle
  return state.__TSR_index
}

export function useGoToBenefit() {
  const { history } = useRouter()
  const entry = () => setupEntryIn(history.location.state) ?? {}
  return {
    path: (path: string) => history.push(path),
    isAtSetup: (benefitId: string) => history.location.pathname.startsWith(paths.benefitSetup(benefitId)),
    pathInstead: (path: string) => history.replace(path),
    step: (benefitId: string, step: SetupStep) => {
      const to = stepPath(benefitId, step)
      // A double click would otherwise add the screen to the history twice.
      if (history.location.href !== to) history.push(to, entry())
    },
    shownStep: (benefitId: string, { asked, shown, setupFrom }: ShownStep) => {
      const { pathname, search, state } = history.location
      if (stepNamed(pathname.split('/setup/')[1]) !== asked) return
      const marked = setupEntryIn(state)
      if (shown === asked && (marked || search !== '')) return
      history.replace(stepPath(benefitId, shown), marked ?? { setupFrom, setupAt: positionOf(state) })
    },
    /** Replaces all steps of the setup in the history, so that Back leads to the page before the setup. */
    confirmation: (benefitId: string) => {
      const { state } = history.location
      const steps = positionOf(state) - (setupEntryIn(state)?.setupAt ?? positionOf(state))
      const show = () => history.replace(stepPath(benefitId, 'confirmation'), entry())
      if (steps <= 0) return show()
      const stop = history.subscribe(() => {
        stop()
        show()
      })
      history.go(-steps)
    },
  }
}

export function stepPath(benefitId: string, step: SetupStep): string {
  return `${paths.benefitSetup(benefitId)}/${step}`
}
