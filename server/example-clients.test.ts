import { describe, expect, inject, it } from 'vitest'
import { inClient, inNoClient } from '../database/database.ts'
import type { ApplyResult } from '../features/scheme/apply-scheme.server.ts'
import { requestSignIn } from '../tests/harness/people.ts'
import { startPortal } from '../tests/harness/portal.ts'
import { startWorld } from '../tests/harness/world.ts'
import { loadExampleClients, demoInstructions } from './example-clients.ts'

const portal = await startWorld({ people: 'all' })
const loaded: ApplyResult[] = await loadExampleClients(portal.database.db, portal.serverSecret)

const at = (name: string) => `${name}@demo.example`

const demo = () => {
  const clientId = loaded.find(({ addresses }) => addresses.includes('demo'))?.clientId
  if (!clientId) throw new Error('No client demo')
  return clientId
}

describe('example world', () => {
  it('is loaded only once: starting the portal again changes nothing', async () => {
    expect(loaded.map(({ name }) => name).toSorted()).toEqual(['Copperleaf Foods', 'Northgate Rail', 'Plain Partners'])
    expect(loaded.flatMap(({ changes }) => Object.values(changes)).every((count) => count === 0)).toBe(true)
  })

  it('has 240 people at Northgate Rail', async () => {
    const clientId = demo()
    const { count } = await inClient(portal.database.db, clientId, (tx) =>
      tx
        .selectFrom('account')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('client_id', '=', clientId)
        .executeTakeFirstOrThrow(),
    )
    expect(count).toBe(240n)
  })

  it('has different hashes for people who have the same password', async () => {
    const clientId = demo()
    const hashes = await inClient(portal.database.db, clientId, (tx) =>
      tx
        .selectFrom('account')
        .select('password_hash')
        .where('client_id', '=', clientId)
        .where('password_hash', 'is not', null)
        .execute(),
    )
    expect(hashes.length).toBeGreaterThan(80)
    expect(new Set(hashes.map(({ password_hash }) => password_hash)).size).toBe(hashes.length)
  })

  it('lets people log in with the printed password, except for a disabled account', async () => {
    const beside = { hasOutbox: true, hasProvider: true }
    const printed = demoInstructions({ port: 3000, fixedSite: 'demo' }, loaded, beside).join('\n')
    expect(printed).toContain('http://localhost:3000')
    expect(printed).toContain('http://plain.localhost:3000')
    expect(printed).toContain('http://localhost:3000/demo/outbox')
    expect(printed).toMatch(/single sign-on.*kofi\.mensah@copperleaf\.example/is)
    expect(printed).toMatch(
      /farah\.ali@demo\.example +not activated yet: http:\/\/localhost:3000\/activation\/farah-ali-activation/,
    )
    const bare = demoInstructions({ port: 3000, fixedSite: 'demo' }, loaded, {
      hasOutbox: false,
      hasProvider: false,
    }).join('\n')
    expect(bare).not.toContain('outbox')
    expect(bare).toContain('Copperleaf cannot be tried')
    expect(bare).not.toContain('kofi.mensah')
    const fixedElsewhere = demoInstructions({ port: 3000, fixedSite: 'plain' }, loaded, beside).join('\n')
    expect(fixedElsewhere).toMatch(/Northgate Rail +http:\/\/demo\.localhost:3000/)
    expect(fixedElsewhere).toMatch(/Plain Partners +http:\/\/localhost:3000/)
    expect(fixedElsewhere).toContain('http://localhost:3000/demo/outbox')
    expect(fixedElsewhere).toContain('http://demo.localhost:3000/activation/farah-ali-activation')
    expect((await portal.signIn('amelia.hart')).length).toBeGreaterThan(20)
    expect((await requestSignIn(portal, { email: at('jack.stone') })).statusCode).toBe(401)
  })

  it('returns the theme of each sub-domain, and no values for a client without a theme [PROD-03] [THEME-01] [THEME-02] [THEME-05] [DATA-07]', async () => {
    const theme = async (id: string) =>
      (await portal.request({ url: `/api/v1/schemes/${id}` })).json<Record<string, unknown>>()
    expect(await theme('demo')).toEqual({
      theme: { primaryColour: '#0b5d5e', secondaryColour: '#d9480f' },
      logoFileUrl: expect.stringMatching(/^\/pictures\/[0-9a-f]{32}$/) as string,
      brandHeaderLogo: expect.stringMatching(/^\/pictures\/[0-9a-f]{32}$/) as string,
      mobileLogo: expect.stringMatching(/^\/pictures\/[0-9a-f]{32}$/) as string,
      logosDark: { client: null, header: null, mobile: null },
      supportEmail: expect.stringContaining('@') as string,
      contactUsEmail: expect.stringContaining('@') as string,
      benefitBrandPhoneNumber: expect.stringMatching(/^[\d ]+$/) as string,
      avatarSet: { avatarsetPlainFileURL: expect.stringMatching(/^\/pictures\//) as string },
      benefitBrandName: 'Northgate Rewards',
      baseFont: 'Source Sans 3',
      headerFont: 'Lora',
      radius: null,
      darkMode: false,
      sso_access_only: false,
    })
    expect(await theme('plain')).toMatchObject({
      theme: { primaryColour: null, secondaryColour: null },
      logoFileUrl: null,
      benefitBrandName: null,
      benefitBrandPhoneNumber: 'TBC',
    })
    expect(await theme('copperleaf')).toMatchObject({
      theme: { primaryColour: '#7a1f3d' },
      radius: 12,
      darkMode: true,
      sso_access_only: true,
    })
  })

  it('serves a picture on the site of its own client only, to be cached without end', async () => {
    const token = await portal.signIn('amelia.hart')
    const cards = (await portal.request({ url: '/api/v1/user/home-page-cards', token })).json<{ imageUrl: string }[]>()
    expect(cards.map(({ imageUrl }) => imageUrl)).toHaveLength(3)
    for (const { imageUrl } of cards) {
      const answer = await portal.request({ url: imageUrl })
      expect([answer.statusCode, answer.headers['content-type'], answer.body.startsWith('<svg')]).toEqual([
        200,
        'image/svg+xml',
        true,
      ])
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'; ")
      expect(answer.headers['content-security-policy']).toMatch(/; sandbox$/)
      const elsewhere = await portal.request({ url: imageUrl, site: 'plain' })
      expect(elsewhere.statusCode).toBe(404)
    }
    expect((await portal.request({ url: '/pictures/..%2f..%2fetc%2fpasswd' })).statusCode).toBe(404)
  })

  it('is loaded only once if two processes start at the same moment', async () => {
    const fresh = await startPortal()
    const folders = { demo: inject('demoOfFew') }
    const both = await Promise.all([
      loadExampleClients(fresh.database.db, fresh.serverSecret, folders),
      loadExampleClients(fresh.database.db, fresh.serverSecret, folders),
    ])
    const ids = both.map((clients) => clients.map(({ clientId }) => clientId))
    expect(ids[0]).toEqual(ids[1])
    const addresses = await inNoClient(fresh.database.db, (tx) =>
      tx.selectFrom('client_address').select('name').orderBy('name').execute(),
    )
    expect(addresses.map(({ name }) => name)).toEqual(['copperleaf', 'demo', 'plain'])
  })
})
