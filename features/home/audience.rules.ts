import { isActiveStatus } from '../../domain/eligibility/eligibility.rules.ts'

export const audiences = ['employed', 'left'] as const
export type Audience = (typeof audiences)[number]

export function isAudience(text: string): text is Audience {
  return audiences.some((audience) => audience === text)
}

export function audienceOf({ employmentStatus }: { employmentStatus: string }): Audience {
  return isActiveStatus(employmentStatus) ? 'employed' : 'left'
}
