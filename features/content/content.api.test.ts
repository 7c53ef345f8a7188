import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../tests/harness/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ keep: true })
})
afterAll(() => world.close())

describe('policies', () => {
  const policies = ['policies/our-cookie-policy', 'policies/privacy-policy', 'policies/terms-conditions']

  it("are each client's own, readable before login, with their revision [CONTENT-20]", async () => {
    const terms = new Set<string>()
    for (const site of ['demo', 'plain']) {
      for (const path of policies) {
        const answer = await world.request({ url: `/api/v1/${path}`, site })
        expect(answer.statusCode).toBe(200)
        expect(answer.json()).toEqual({ content: expect.stringContaining('<p>'), revision: expect.any(Number) })
        if (path === 'policies/terms-conditions') terms.add(answer.body)
      }
    }
    expect(terms.size).toBe(2)
  })

  it('do not exist on a site without a client', async () => {
    const answer = await world.request({ url: `/api/v1/${policies[0]}`, site: 'nobody' })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found'])
  })
})

describe('questions and answers', () => {
  it('come by category in the order of the client', async () => {
    const token = await world.signIn('amelia.hart')
    const faqs: { question: string; answer: string; category: string }[] = (
      await world.request({ url: '/api/v1/cms-content/faqs', token })
    ).json()
    expect([...new Set(faqs.map((faq) => faq.category))]).toEqual(['Choosing benefits', 'Pay and tax', 'My account'])
    expect(faqs[0]).toMatchObject({
      question: 'When can I choose or change my benefits?',
      answer: expect.stringContaining('<p>'),
    })
  })

  it('are refused to whoever is not signed in', async () => {
    expect((await world.request({ url: '/api/v1/cms-content/faqs' })).statusCode).toBe(401)
  })
})
