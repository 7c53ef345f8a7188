import { useState } from 'react'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import type { TraceStep } from '../benefits/trace-step.contract.ts'

// Fetched when somebody asks why.
const DerivationSteps = onDemand(async () => (await import('../benefits/DerivationSteps.tsx')).DerivationSteps)

/** How a figure came about, for whoever opens it. */
export function Why({ trace, summary }: { trace: readonly TraceStep[]; summary: string }) {
  const [asked, setAsked] = useState(false)
  if (trace.length === 0) return null
  return (
    <Disclosure summary={summary} onOpen={() => setAsked(true)}>
      {asked && <DerivationSteps trace={trace} />}
    </Disclosure>
  )
}
