import { beforeEach, describe, expect, inject, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { withChangedFolder, withoutGym } from '../../tests/harness/changed-folder.ts'
import { testSecrets } from '../../tests/harness/test-secrets.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { applyScheme } from './apply-scheme.server.ts'
import { allowedActions } from '../../services/my-benefits/allowed-actions.rules.ts'
import type { BenefitView, SelectionView } from '../../domain/selections/benefits.contract.ts'
import { privateMedical } from './definition.samples.ts'
import { benefitDefinition } from './benefit-definition.rules.ts'

const demo = inject('demoOfFew')

let world: World
beforeEach(async () => {
  world = await startWorld({ people: 'of one client' })
})

async function withdrawGym(): Promise<void> {
  await withChangedFolder(demo, withoutGym, async (folder) => {
    expect(await applyScheme(world.database.db, { folder, secrets: testSecrets })).toHaveProperty('applied')
  })
}

async function as(name: string) {
  const token = await world.signIn(name)
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    world.request({ method, url: `/api/v1/${path}`, token, ...(body !== undefined && { body }) })
  const gym = async () =>
    (await send('GET', 'benefits/user/eligible')).json<BenefitView[]>().find(({ code }) => code === 'gym')
  return { send, gym }
}

describe('benefit removed from the scheme', () => {
  it('stays visible to its members with its cost, and they can opt out', async () => {
    const amelia = await as('amelia.hart')
    const before = await amelia.gym()
    await withdrawGym()
    const gym = await amelia.gym()
    expect(gym?.selection?.price).toEqual(before?.selection?.price)
    expect(gym).toMatchObject({
      allowedActions: ['manage', 'opt-out', 'claim', 'statement'],
      availability: {
        available: false,
        reason: 'Your employer no longer offers this benefit: you can opt out of it, but not choose or change it',
      },
    })
    const change = await amelia.send('PATCH', `benefit/${gym?.benefitId}/selection`, {
      values: { membership: 'partner' },
      version: 1,
    })
    expect([change.statusCode, change.json()]).toMatchObject([
      403,
      { message: expect.stringContaining('no longer offers') },
    ])
    const quote = await amelia.send('POST', `benefit/${gym?.benefitId}/quote`, { values: { membership: 'partner' } })
    expect(quote.statusCode).toBe(403)
  })

  it('can be opted out of once, can be read afterwards, and cannot be chosen again', async () => {
    await withdrawGym()
    const amelia = await as('amelia.hart')
    const held = (await amelia.gym())?.selection
    const left = await amelia.send('PATCH', `selection/${held?.selectionId}`, {
      status: 'opted-out',
      version: held?.version,
    })
    expect([left.statusCode, left.json<SelectionView>().status]).toEqual([200, 'opted-out'])
    const gym = await amelia.gym()
    expect(gym?.selection).toMatchObject({ status: 'opted-out', cta: { type: 'view' } })
    expect(gym?.allowedActions).toEqual(['statement'])
    const again = await amelia.send('POST', `benefit/${gym?.benefitId}/selection`, { values: { membership: 'single' } })
    expect(again.statusCode).toBe(403)
  })

  it('is hidden from all other people, who get the same reply as for an unknown id [BENEFIT-16]', async () => {
    const ben = await as('ben.osei')
    const before = await ben.gym()
    expect(before?.selection).toBeNull()
    await withdrawGym()
    expect(await ben.gym()).toBeUndefined()
    expect((await ben.send('GET', `benefit/${before?.benefitId}`)).statusCode).toBe(404)
  })
})

it('a withdrawn benefit can be left at any time without a window, even if it was core cover', () => {
  const leave = (benefit: Parameters<typeof benefitDefinition.parse>[0], withdrawn: boolean) =>
    allowedActions({
      definition: benefitDefinition.parse(benefit),
      withdrawn,
      selection: { state: 'active', running: true },
      person: { dateOfBirth: isoDate.parse('1990-01-01'), holds: true, hasStatement: false },
      windows: [],
      today: isoDate.parse('2026-11-21'),
    })['opt-out'].allowed
  expect([leave(privateMedical, false), leave(privateMedical, true)]).toEqual([false, true])
  expect(leave({ ...privateMedical, optOut: false }, true)).toBe(true)
})
