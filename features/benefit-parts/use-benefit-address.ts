import { useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { paths } from '../../contract/paths.ts'
import { breadcrumbMessages } from '../../contract/screen.messages.ts'
import { useCcvOnly } from '../session/use-ccv-only.ts'
import { setupSteps, type SetupStep } from '../../domain/selections/setup-steps.rules.ts'

/** Parameters of the displayed route. During navigation the URL already belongs to the next screen. */
function useShownParams(): { benefitId?: string; _splat?: string } {
  return useParams({ strict: false })
}

export function useBenefitIdInAddress(): string {
  return useShownParams().benefitId ?? ''
}

/** Back link of a benefit's screens, also while loading. In ccv-only mode My benefits is hidden (BENEFIT-63). */
export function useWayBack(): { label: string; to: string } {
  const ccvOnly = useCcvOnly((state) => state.ccvOnly)
  if (ccvOnly) return { label: breadcrumbMessages.home, to: paths.home() }
  return { label: breadcrumbMessages.benefits, to: paths.benefits() }
}

/** Returns the setup step in the URL, `/app/my-benefits/:id/setup/:step`; null if missing or unknown. */
export function useStepInAddress(): SetupStep | null {
  const { _splat: rest } = useShownParams()
  return setupSteps.find((step) => step === rest?.replace(/\/$/, '')) ?? null
}

/** Part of the URL, so that Back and shared links keep it. */
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

export function useGoToBenefit() {
  const router = useRouter()
  return {
    path: (path: string) => router.history.push(path),
    step: (benefitId: string, step: SetupStep) => {
      const to = stepPath(benefitId, step)
      // A double click would otherwise add the screen to the history twice.
      if (router.history.location.href !== to) router.history.push(to)
    },
    stepInstead: (benefitId: string, step: SetupStep) => router.history.replace(stepPath(benefitId, step)),
  }
}

export function stepPath(benefitId: string, step: SetupStep): string {
  return `${paths.benefitSetup(benefitId)}/${step}`
}
