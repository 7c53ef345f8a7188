import { lazy, Suspense, useState } from 'react'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { costMessages } from './cost.messages.ts'
import type { TraceStep } from './trace-step.contract.ts'

// Fetched when somebody asks why.
const DerivationSteps = lazy(() => import('./DerivationSteps.tsx').then((m) => ({ default: m.DerivationSteps })))

/** The derivation of a price or of take-home pay, for whoever opens it. */
export function WhyThisPrice({ trace, summary = costMessages.why }: { trace: readonly TraceStep[]; summary?: string }) {
  const [asked, setAsked] = useState(false)
  if (trace.length === 0) return null
  return (
    <Disclosure summary={summary} onOpen={() => setAsked(true)}>
      {asked && (
        <Suspense fallback={null}>
          <DerivationSteps trace={trace} />
        </Suspense>
      )}
    </Disclosure>
  )
}
