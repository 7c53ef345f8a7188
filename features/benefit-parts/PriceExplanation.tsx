import { useState } from 'react'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { costMessages } from './cost.messages.ts'
import type { TraceStep } from '../../domain/selections/trace-step.contract.ts'

const DerivationSteps = loadOnDemand(() => import('./DerivationSteps.tsx').then((m) => m.DerivationSteps))

export function PriceExplanation({
  trace,
  summary = costMessages.why,
}: {
  trace: readonly TraceStep[]
  summary?: string
}) {
  const [asked, setAsked] = useState(false)
  if (trace.length === 0) return null
  return (
    <Disclosure summary={summary} onOpen={() => setAsked(true)}>
      {asked && <DerivationSteps trace={trace} />}
    </Disclosure>
  )
}
