import { expect, it } from 'vitest'
import { paths } from '../../contract/paths.ts'
import { callToAction } from './benefit-state.rules.ts'
import { benefitView, type BenefitView } from './benefits.contract.ts'
import { dentalId, sampleBenefit, sampleSelection } from '../../features/benefits/benefits.samples.ts'

type Type = NonNullable<BenefitView['cta']>['type']

it('a benefit links to the target of each of the five calls to action, and has no other link [BENEFIT-19]', () => {
  const leads: Record<Type, string> = {
    setup: paths.benefitSetup(dentalId),
    reapply: paths.benefitSetup(dentalId),
    manage: paths.benefitManage(dentalId),
    view: paths.benefit(dentalId),
    ccv: paths.vouchers(),
  }
  const cta = benefitView.shape.cta.unwrap()
  expect(cta.shape.type.options.toSorted()).toEqual(Object.keys(leads).toSorted())
  for (const type of cta.shape.type.options)
    expect(callToAction(sampleBenefit({ cta: { type, label: 'Go on' } }))).toEqual({ label: 'Go on', to: leads[type] })
})

it('a benefit shows the call to action of its selection, otherwise its own call to action, otherwise none [BENEFIT-18]', () => {
  const selection = sampleSelection({ cta: { type: 'manage', label: 'Manage' } })
  expect(callToAction(sampleBenefit({ selection }))?.to).toBe(paths.benefitManage(dentalId))
  expect(callToAction(sampleBenefit({ selection: { ...selection, cta: null } }))?.label).toBe('Choose')
  expect(callToAction(sampleBenefit({ cta: null }))).toBeNull()
})
