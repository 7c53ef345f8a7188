import { handle, type Handler } from '../../platform/handle.ts'
import { audienceOf } from './audience.rules.ts'
import { listHomeBanners, listHomeCards, listSlides } from './home.contract.ts'
import { readHomeCards } from './home.queries.ts'

export const homeHandlers: Handler[] = [
  handle(listHomeCards, ({ tx, clientId, caller }) =>
    readHomeCards(tx, clientId, { kind: 'cards', audience: audienceOf(caller) }),
  ),
  handle(listHomeBanners, ({ tx, clientId, caller }) =>
    readHomeCards(tx, clientId, { kind: 'banners', audience: audienceOf(caller) }),
  ),
  handle(listSlides, async ({ tx, clientId, caller }) => {
    const slides = await readHomeCards(tx, clientId, { kind: 'carousel', audience: audienceOf(caller) })
    return slides.map(({ title, text, imageUrl }) => ({ title, text, imageUrl }))
  }),
]
