import { handle, type Handler } from '../../platform/handle.ts'
import { listHomeBanners, listHomeCards } from './home.contract.ts'
import { readHomeCards } from './home.queries.ts'

export const homeHandlers: Handler[] = [
  handle(listHomeCards, ({ tx, clientId }) => readHomeCards(tx, clientId, { kind: 'cards' })),
  handle(listHomeBanners, ({ tx, clientId }) => readHomeCards(tx, clientId, { kind: 'banners' })),
]
