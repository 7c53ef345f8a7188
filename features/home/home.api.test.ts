import { describe, expect, it } from 'vitest'
import { startWorld } from '../../tests/harness/world.ts'
import type { HomeCard, Slide } from './home.contract.ts'

const world = await startWorld()

describe('cards and banners of Home', () => {
  it('belong to the client, are in the order that it defined, and have pictures that load [HOME-02, HOME-03] [DATA-36]', async () => {
    const token = await world.signIn('amelia.hart')
    const cards: HomeCard[] = (await world.request({ url: '/api/v1/user/home-page-cards', token })).json()
    expect(cards.map(({ title, link, linkLabel, order }) => ({ title, link, linkLabel, order }))).toEqual([
      { title: 'More holiday this year?', link: '/app/my-benefits/', linkLabel: 'See my benefits', order: 0 },
      { title: 'Ride to work and save', link: '/app/my-benefits/', linkLabel: 'See my benefits', order: 1 },
      {
        title: 'Your details up to date?',
        link: '/app/home/my-profile/',
        linkLabel: 'Go to Profile Settings',
        order: 2,
      },
    ])
    expect(cards[1]?.text).toBe('<p>A bicycle worth up to £3,000, paid from your gross pay over twelve months.</p>')
    expect(cards.map((card) => card.imageUrl)).toEqual(
      cards.map(() => expect.stringMatching(/^\/pictures\/[0-9a-f]+$/)),
    )

    const banners: HomeCard[] = (await world.request({ url: '/api/v1/user/home-page-banner', token })).json()
    expect(banners.map((banner) => banner.title)).toEqual(['New this year: electric cars'])
  })

  it('are different for employees and for people who have left', async () => {
    const titlesOf = async (name: string, path: string) => {
      const token = await world.signIn(name)
      const list = (await world.request({ url: `/api/v1/user/${path}`, token })).json<HomeCard[]>()
      return list.map(({ title }) => title)
    }
    expect(await titlesOf('elif.kaya', 'home-page-banner')).toEqual([])
    expect(await titlesOf('elif.kaya', 'home-page-cards')).toEqual(['Keep in touch'])
    expect(await titlesOf('amelia.hart', 'home-page-cards')).not.toContain('Keep in touch')
  })

  it('leave out cards about a benefit that the person cannot get', async () => {
    const own = await startWorld()
    const token = await own.signIn('amelia.hart')
    const banners = async () =>
      (await own.request({ url: '/api/v1/user/home-page-banner', token })).json<HomeCard[]>().map(({ title }) => title)
    expect(await banners()).toEqual(['New this year: electric cars'])
    await own.database.changeScheme(`update benefit set withdrawn = true where code = 'electric-car'`)
    expect(await banners()).toEqual([])
  })

  it('are empty for a client that has none, and never come from another client [DATA-36]', async () => {
    const token = await world.signIn('max.plain', 'plain')
    for (const path of ['home-page-cards', 'home-page-banner']) {
      const answer = await world.request({ url: `/api/v1/user/${path}`, token, site: 'plain' })
      expect([answer.statusCode, answer.json()]).toEqual([200, []])
    }
  })
})

describe('slides of the welcome carousel', () => {
  const slides = (token: string, site?: string) =>
    world.request({ url: '/api/v1/carousel', token, ...(site && { site }) })

  it('belong to the client, are in the order that it defined, and have pictures that load [WELCOME-03]', async () => {
    const own: Slide[] = (await slides(await world.signIn('ben.osei'))).json()
    expect(own.map(({ title }) => title)).toEqual([
      'Welcome to Northgate Rewards',
      'Choose what fits your life',
      'Know what it costs before you decide',
    ])
    expect(own[0]?.text).toBe('<p>Everything Northgate Rail offers on top of your pay, in one place.</p>')
    for (const { imageUrl } of own) expect((await world.request({ url: imageUrl ?? '' })).statusCode).toBe(200)
    expect((await slides(await world.signIn('max.plain', 'plain'), 'plain')).json()).toEqual([])
  })

  it('are shown at each login until the browser has loaded them once [WELCOME-01]', async () => {
    const token = await world.signIn('ben.osei')
    const owed = async () => (await world.request({ url: '/api/login/setup', token })).json().user.firstLogin
    expect(await owed()).toBe(true)
    const change = { method: 'PATCH', url: '/api/v1/user', token } as const
    expect((await world.request({ ...change, body: { firstLogin: true } })).statusCode).toBe(422)
    expect((await world.request({ ...change, body: { firstLogin: false } })).json()).toMatchObject({
      firstLogin: false,
    })
    expect(await owed()).toBe(false)
  })
})
