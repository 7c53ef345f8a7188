import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'

const homeCard = z.object({
  id: z.string(),
  title: z.string(),
  /** Sanitised HTML. */
  text: z.string(),
  imageUrl: z.string().nullable(),
  linkLabel: z.string().nullable(),
  link: z.string().nullable(),
  /** A negative order is a task of the person, above the other tasks. */
  order: z.number().int(),
})
export type HomeCard = z.output<typeof homeCard>

const own = { base: 'v1', access: 'user', reply: z.array(homeCard) } as const
/** Returns the cards of Home. */
export const listHomeCards = endpoint('GET', '/user/home-page-cards', own)
/** Returns the banners of Home. */
export const listHomeBanners = endpoint('GET', '/user/home-page-banner', own)

const slide = homeCard.pick({ title: true, text: true, imageUrl: true })
export type Slide = z.output<typeof slide>

/** A28. Returns the slides that people see at their first login. */
export const listSlides = endpoint('GET', 'carousel', { base: 'v1', access: 'user', reply: z.array(slide) })
