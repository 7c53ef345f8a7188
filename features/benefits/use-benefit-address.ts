import { useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { paths } from '../../contract/paths.ts'
import { crumbMessages } from '../../contract/screen.messages.ts'
import { useCcvOnly } from '../session/use-ccv-only.ts'
import { setupSteps, type SetupStep } from './setup/setup-steps.rules.ts'

/** Parameters of the route shown. During navigation the address is already the next screen's. */
function useShownParams(): { benefitId?: string; _splat?: string } {
  return useParams({ strict: false })
}

/** The benefit that the address names: `/app/my-benefits/:id/…`. */
export function useBenefitIdInAddress(): string {
  return useShownParams().benefitId ?? ''
}

/** Where the screens of one benefit lead back to, also while it comes: in ccv-only mode My benefits is hidden (BENEFIT-63). */
export function useWayBack(): { label: string; to: string } {
  const ccvOnly = useCcvOnly((state) => state.ccvOnly)
  if (ccvOnly) return { label: crumbMessages.home, to: paths.home() }
  return { label: crumbMessages.benefits, to: paths.benefits() }
}

/** The step of setup that the address names: `/app/my-benefits/:id/setup/:step`; null for none or one there is not. */
export function useStepInAddress(): SetupStep | null {
  const { _splat: rest } = useShownParams()
  return setupSteps.find((step) => step === rest?.replace(/\/$/, '')) ?? null
}

/** The category that the list is narrowed to, in the address, so that Back and a shared link keep it. */
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

export function useGoTo() {
  const router = useRouter()
  return {
    path: (path: string) => router.history.push(path),
    step: (benefitId: string, step: SetupStep) => {
      const to = stepPath(benefitId, step)
      // Pressed twice before it came, it would stand in the history twice, and Back would lead to where one is.
      if (router.history.location.href !== to) router.history.push(to)
    },
    /** Where the address names no step that can be shown: Back must not lead there again. */
    stepInstead: (benefitId: string, step: SetupStep) => router.history.replace(stepPath(benefitId, step)),
  }
}

export function stepPath(benefitId: string, step: SetupStep): string {
  return `${paths.benefitSetup(benefitId)}/${step}`
}
