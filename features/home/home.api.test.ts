import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { HomeCard } from './home.contract.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ keep: true })
})
afterAll(() => world.close())

describe('cards and banners of Home', () => {
  it("answer the client's own, in their order, with pictures that can be fetched [HOME-02, HOME-03]", async () => {
    const token = await world.signIn('amelia.hart')
    const cards: HomeCard[] = (await world.request({ url: '/api/v1/user/home-page-cards', token })).json()
    expect(cards.map(({ title, link, linkLabel, order }) => ({ title, link, linkLabel, order }))).toEqual([
      { title: 'More holiday this year?', link: '/app/my-benefits/', linkLabel: 'See my benefits', order: 0 },
      { title: 'Ride to work and save', link: '/app/my-benefits/', linkLabel: 'See my benefits', order: 1 },
      { title: 'Your details up to date?', link: '/app/home/my-profile/', linkLabel: 'Go to my profile', order: 2 },
    ])
    expect(cards[1]?.text).toBe('<p>A bicycle worth up to £3,000, paid from your gross pay over twelve months.</p>')
    expect(cards.map((card) => card.imageUrl)).toEqual(
      cards.map(() => expect.stringMatching(/^\/pictures\/[0-9a-f]+$/)),
    )

    const banners: HomeCard[] = (await world.request({ url: '/api/v1/user/home-page-banner', token })).json()
    expect(banners.map((banner) => banner.title)).toEqual(['The annual window is open'])
  })

  it('are empty lists for a client that has none, never those of another', async () => {
    const token = await world.signIn('max.plain', 'plain')
    for (const path of ['home-page-cards', 'home-page-banner']) {
      const answer = await world.request({ url: `/api/v1/user/${path}`, token, site: 'plain' })
      expect([answer.statusCode, answer.json()]).toEqual([200, []])
    }
  })

  it('are refused to whoever is not signed in', async () => {
    expect((await world.request({ url: '/api/v1/user/home-page-cards' })).statusCode).toBe(401)
  })
})
