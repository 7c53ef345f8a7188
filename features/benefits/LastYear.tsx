import { useState } from 'react'
import { stateFacts } from '../../domain/selections/benefit-state.rules.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { Card } from '../../ui/Card.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { detailMessages } from './benefit-page.messages.ts'

const LastYearTable = loadOnDemand(() => import('./LastYearTable.tsx').then((m) => m.LastYearTable))

export function LastYear({ benefit: { benefitId, selection } }: { benefit: BenefitView }) {
  const [asked, setAsked] = useState(false)
  const inForce =
    selection && (selection.today ?? selection.running ?? (stateFacts(selection.status).runs ? selection : null))
  if (!inForce?.price) return null
  return (
    <Card as="div">
      <Disclosure summary={detailMessages.lastYear} onOpen={() => setAsked(true)}>
        {asked && <LastYearTable benefitId={benefitId} planDetails={inForce.planDetails} price={inForce.price} />}
      </Disclosure>
    </Card>
  )
}
