import { isActive } from '../benefits/eligibility/eligibility.rules.ts'

/** Whom a card or banner is for, where it is not for everybody: who works for the client, or who has left or is inactive. */
export const audiences = ['employed', 'left'] as const
export type Audience = (typeof audiences)[number]

export function isAudience(text: string): text is Audience {
  return audiences.some((audience) => audience === text)
}

export function audienceOf({ employmentStatus }: { employmentStatus: string }): Audience {
  return isActive(employmentStatus) ? 'employed' : 'left'
}
