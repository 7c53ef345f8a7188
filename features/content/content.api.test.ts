import { describe, expect, it } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import { startWorld } from '../../tests/harness/world.ts'

const world = await startWorld()

describe('policies', () => {
  const policies = ['policies/our-cookie-policy', 'policies/privacy-policy', 'policies/terms-conditions']

  it('belong to the client, can be read before login, and have a revision number [CONTENT-20]', async () => {
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
})

describe('questions and answers', () => {
  it("are sorted by the client's categories, in the order that the client set", async () => {
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
})

describe('site terms', () => {
  const policies = { url: '/api/v1/user/policies' }
  const accept = (token: string, body: object) => world.request({ ...policies, method: 'PATCH', token, body })

  it('block everything except reading and accepting them, until the latest revision is accepted [TERMS-01] [S-74]', async () => {
    const token = await world.signIn('dan.murphy')
    expect((await world.request({ ...policies, token })).json()).toEqual({ termsRevision: 1, currentRevision: 2 })
    const setup = await world.request({ url: '/api/login/setup', token })
    expect(setup.json().user).toMatchObject({ termsRevision: 1, siteTermsUpdated: true })
    for (const url of ['/api/v1/cms-content/faqs', '/api/v1/benefits/user/eligible', '/api/v1/user/home-page-cards']) {
      const answer = await world.request({ url, token })
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 403, 'terms_required'])
    }
  })

  it('cannot be accepted without consent or in an outdated revision [TERMS-07]', async () => {
    const token = await world.signIn('dan.murphy')
    const without = await accept(token, { termsAccepted: false })
    expect([without.statusCode, without.json().message]).toEqual([
      422,
      'Please confirm that you have read the terms and conditions',
    ])
    const earlier = await accept(token, { termsAccepted: true, termsRevision: 1 })
    expect([earlier.statusCode, earlier.json().code]).toEqual([409, 'terms-changed'])
    expect((await world.request({ ...policies, token })).json()).toEqual({ termsRevision: 1, currentRevision: 2 })
  })

  it('are recorded once with their revision, even if accepted in several tabs, and then all calls are allowed [TERMS-07] [TERMS-08]', async () => {
    const [one, other] = [await world.signIn('dan.murphy'), await world.signIn('dan.murphy')]
    const answers = await Promise.all(
      [one, other, one].map((token) => accept(token, { termsAccepted: true, termsRevision: 2 })),
    )
    expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual(
      answers.map(() => [200, { termsRevision: 2, currentRevision: 2 }]),
    )
    const { id } = (await world.request({ url: '/api/v1/user', token: one })).json<{ id: string }>()
    const { recorded, events } = await withConnection(world.database.superuser, async (database) => ({
      recorded: await database.query('select revision from terms_acceptance where person_id = $1 order by 1', [id]),
      events: await database.query(
        `select entry::jsonb -> 'details' as details from audit_event
         where action = 'terms.accepted' order by entry::jsonb -> 'details' ->> 'isFirst'`,
      ),
    }))
    expect(recorded.rows).toEqual([{ revision: 1 }, { revision: 2 }])
    expect(events.rows.map(({ details }) => details)).toEqual([
      { revision: 2, isFirst: false },
      { revision: 2, isFirst: false },
      { revision: 2, isFirst: true },
    ])
    expect((await world.request({ url: '/api/v1/cms-content/faqs', token: other })).statusCode).toBe(200)
  })
})
