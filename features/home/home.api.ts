import { handle, type Handler } from '../../platform/handle.ts'
import { listHomeBanners, listHomeCards, listSlides } from './home.contract.ts'
import { readHomeCards } from './home.queries.ts'

export const homeHandlers: Handler[] = [
  handle(listHomeCards, ({ tx, clientId }) => readHomeCards(tx, clientId, { kind: 'cards' })),
  handle(listHomeBanners, ({ tx, clientId }) => readHomeCards(tx, clientId, { kind: 'banners' })),
  handle(listSlides, async ({ tx, clientId }) => {
    const slides = await readHomeCards(tx, clientId, { kind: 'carousel' })
    return slides.map(({ title, text, imageUrl }) => ({ title, text, imageUrl }))
  }),
]
