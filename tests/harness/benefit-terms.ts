import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import type { World } from './world.ts'

type Offered = Pick<BenefitView, 'benefitId' | 'terms'>

export async function acceptTerms(
  { request }: Pick<World, 'request'>,
  token: string,
  ...benefits: (Offered | undefined)[]
): Promise<void> {
  for (const { benefitId, terms } of benefits.filter((one) => one !== undefined))
    for (const { id, version } of terms) {
      const url = `/api/v1/benefit/${benefitId}/terms`
      const body = { termId: id, version, accepted: true }
      const { statusCode } = await request({ method: 'PATCH', url, token, body })
      if (statusCode !== 200) throw new Error(`The terms of ${benefitId} were refused with ${statusCode}`)
    }
}

export async function acceptAllTerms(world: Pick<World, 'request'>, token: string): Promise<void> {
  const offered = await world.request({ url: '/api/v1/benefits/user/eligible', token })
  await acceptTerms(world, token, ...offered.json<BenefitView[]>())
}
