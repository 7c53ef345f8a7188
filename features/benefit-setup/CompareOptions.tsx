import { useState } from 'react'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import type { BenefitView, SetupField, SetupValues } from '../../domain/selections/benefits.contract.ts'
import { setupMessages } from '../../domain/selections/setup.messages.ts'

const ComparedOptions = loadOnDemand(() => import('./ComparedOptions.tsx').then((m) => m.ComparedOptions))

export function CompareOptions(props: { benefit: BenefitView; field: SetupField; values: SetupValues }) {
  const [asked, setAsked] = useState(false)
  const { input } = props.field
  if (input.kind !== 'options' || input.options.length < 2 || input.options.length > 4) return null
  if (input.options.every(({ perMonth }) => perMonth === null)) return null
  return (
    <Disclosure summary={setupMessages.compare} onOpen={() => setAsked(true)}>
      {asked && <ComparedOptions {...props} options={input.options} />}
    </Disclosure>
  )
}
