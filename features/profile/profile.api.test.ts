import { describe, expect, it } from 'vitest'
import type { ClientId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient } from '../../database/database.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { recordTermsAcceptance } from '../content/content.queries.ts'
import { createAccounts } from '../../services/session/account.queries.ts'
import { startSession } from '../../services/session/issue-session.server.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import type { Profile } from './profile.contract.ts'

const world = await startWorld()
const token = await world.signIn('amelia.hart')

const profile = async (of = token) => (await world.request({ url: '/api/v1/user/profile', token: of })).json<Profile>()
const user = async () => (await world.request({ url: '/api/v1/user', token })).json()
const change = (body: object) => world.request({ method: 'PATCH', url: '/api/v1/user', token, body })

describe('profile', () => {
  it("contains the caller's details, family, two-factor authentication and accepted terms [PROFILE-02] [PROFILE-03]", async () => {
    expect(await profile()).toMatchObject({
      firstName: 'Amelia',
      surname: 'Hart',
      email: 'amelia.hart@demo.example',
      dateOfBirth: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      employeeNumber: expect.stringMatching(/./),
      contact: { phone: null, personalEmail: null, address: null, postcode: null },
      mfaEnabled: false,
      hasPassword: true,
      family: [
        { name: 'Tom Hart', relationship: 'partner' },
        { name: 'Maisie Hart', relationship: 'dependant' },
      ],
      terms: { revision: 2, acceptedAt: expect.stringMatching(/Z$/) },
    })
    expect(JSON.stringify(await profile())).not.toMatch(/national|insurance|salary|secret|hash/i)
  })
})

describe("changing one's own details", () => {
  it('changes the fields that were sent and keeps all other fields [PROFILE-04] [PROFILE-05]', async () => {
    const first = await change({ contact: { phone: '+44 20 7946 0000', postcode: 'YO1 7HH' } })
    expect([first.statusCode, first.json()]).toEqual([200, await user()])
    await change({ contact: { phone: null, personalEmail: ' amelia@home.example ' } })
    expect((await profile()).contact).toEqual({
      phone: null,
      personalEmail: 'amelia@home.example',
      address: null,
      postcode: 'YO1 7HH',
    })
  })

  it("accepts as avatar one of the client's pictures or no picture, but no other address [PROFILE-05]", async () => {
    const { avatars } = await profile()
    expect(avatars.map(({ label }) => label)).toEqual(['Hills', 'Signal', 'Leaf'])
    const { address = '' } = avatars[1] ?? {}
    expect((await world.request({ url: address })).headers['content-type']).toContain('image/svg+xml')
    expect((await change({ avatar: address })).json()).toMatchObject({ avatar: address })
    for (const avatar of ['https://elsewhere.example/me.png', 'javascript:alert(1)', '/pictures/0123', '']) {
      const refused = await change({ avatar })
      expect([avatar, refused.statusCode]).toEqual([avatar, 422])
    }
    expect((await user()).avatar).toBe(address)
    expect((await change({ avatar: null })).json()).toMatchObject({ avatar: null })
  })

  it('lists each invalid field, and changes nothing', async () => {
    const before = await profile()
    const refused = await change({ contact: { phone: 'ring me', personalEmail: 'x@y', postcode: 'YO1 7HH' } })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      {
        'contact.phone': ['Please enter a phone number of 7 to 20 digits'],
        'contact.personalEmail': ['Please enter a valid email address'],
      },
    ])
    expect(await profile()).toEqual(before)
  })

  it('refuses all other fields and values [PROFILE-05] [S-50]', async () => {
    const before = [await user(), await profile()]
    for (const body of [{ contact: { email: 'a@b.example' } }, { firstLogin: true }, { contact: null }])
      expect((await change(body)).statusCode).toBe(422)
    expect([await user(), await profile()]).toEqual(before)
  })

  it('is refused if the account has no personal details', async () => {
    const setup = (await world.request({ url: '/api/login/setup', token })).json<{ client: { id: ClientId } }>()
    const clientId = setup.client.id
    const bare = await inClient(world.database.db, clientId, async (tx, clock) => {
      const now = new Date(clock.now)
      const account = { email: 'bare@demo.example', userType: 'employee' as const, state: 'active' as const }
      const [personId] = await createAccounts(tx, clientId, [{ ...account, passwordHash: null }])
      if (!personId) throw new Error('No account was made')
      await recordTermsAcceptance(tx, clientId, { personId, revision: 2, now })
      const cameIn = { cameBy: 'password' as const, secondFactor: false, userAgent: null, deviceHash: null, now }
      return startSession(tx, clientId, tokensOf(world.serverSecret), { personId, ...cameIn })
    })
    const body = { contact: { phone: '020 7946 0001' } }
    const refused = await world.request({ method: 'PATCH', url: '/api/v1/user', token: bare.accessToken, body })
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      'We cannot save this, because we have no personal details for you yet. Please tell your HR team',
    ])
  })

  it('accepts unchanged details without an audit event', async () => {
    const events = () =>
      withConnection(world.database.superuser, async (client) => {
        const { rows } = await client.query("select sequence from audit_event where action = 'account.changed'")
        return rows.length
      })
    const before = await events()
    for (const body of [{}, { contact: {} }]) {
      const answer = await change(body)
      expect([answer.statusCode, answer.json()]).toEqual([200, await user()])
    }
    expect(await events()).toBe(before)
    await change({ avatar: null })
    expect(await events()).toBe(before + 1)
  })

  it('is audited with the names of the changed fields, but without their values', async () => {
    await change({ avatar: null, contact: { address: '1 Secret Street', postcode: null } })
    const { rows } = await withConnection(world.database.superuser, (client) =>
      client.query<{ details: object; entry: string }>(
        `select entry::jsonb -> 'details' as details, entry from audit_event where action = 'account.changed' order by sequence desc limit 1`,
      ),
    )
    expect(rows[0]?.details).toEqual({ fields: ['avatar', 'address', 'postcode'] })
    expect(rows[0]?.entry).not.toContain('Secret Street')
  })
})
