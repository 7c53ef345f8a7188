import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { inClient } from '../../database/database.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { changeFacts } from '../../tests/harness/world-actions.ts'
import { amelia } from '../../tests/harness/uploaded-people.ts'
import { employerUploads, peopleFile } from '../../tests/harness/uploads.ts'
import { startWorld, worldPassword } from '../../tests/harness/world.ts'
import { queueNotice } from '../../services/mail/mail.queries.ts'
import { coverEndedMail } from '../../services/mail/family-cover-mail.messages.ts'
import { mailDelivery } from '../../services/mail/send-mail.server.ts'
import { themeDefaults } from '../../services/theme/theme.rules.ts'

const world = await startWorld({ people: 'of one client' })

const email = 'amelia.hart@demo.example'

const login = () => world.request({ method: 'POST', url: '/api/login', body: { email, password: worldPassword } })

async function queueForAmelia(): Promise<boolean> {
  const { clientId, personId } = await accountOf(world.database, 'amelia.hart')
  return inClient(world.database.db, clientId, (tx) =>
    queueNotice(tx, clientId, { to: { personId }, kind: coverEndedMail, cause: randomUUID() }),
  )
}

async function sendWaiting(): Promise<number> {
  let sent = 0
  await mailDelivery({
    db: world.database.db,
    serverSecret: world.serverSecret,
    transport: {
      deliver: async ({ to }) => {
        if (to.address === email) sent += 1
      },
    },
    sender: {
      kinds: [coverEndedMail],
      from: { address: 'no-reply@benefits.example' },
      themeDefaults,
      originOf: (site) => `https://${site}.benefits.example`,
    },
    onFault: ({ error }) => {
      throw error
    },
  }).sendDue()
  return sent
}

it('a recorded death ends sessions, logins and mail at once, and a correction restores them', async () => {
  const token = await world.signIn('amelia.hart')
  const asked = async () => (await world.request({ url: '/api/v1/user/profile', token })).statusCode
  expect(await asked()).toBe(200)
  expect(await queueForAmelia()).toBe(true)

  await changeFacts(world, 'amelia.hart', { 'leaving-reason': 'death', 'end-date': '2026-11-12' })
  expect(await asked()).toBe(401)
  expect((await login()).json()).toMatchObject({ code: 'account-problem' })
  expect(await sendWaiting()).toBe(0)
  expect(await queueForAmelia()).toBe(false)
  expect(await world.database.rows(`select state, data from mail where state = 'queued'`)).toEqual([])

  await changeFacts(world, 'amelia.hart', { 'leaving-reason': null, 'end-date': null })
  expect((await login()).statusCode).toBe(200)
  expect(await queueForAmelia()).toBe(true)
  expect(await sendWaiting()).toBe(1)
})

it('the employer sees which benefits pay out, with the cover that was in force on the day of death', async () => {
  const { clientId, personId } = await accountOf(world.database, 'amelia.hart')
  const token = await world.signIn('grace.lin')
  const read = (path: string, as = token) =>
    world.request({ url: `/api/client/${clientId}/employees/${personId}${path}`, token: as })
  expect((await read('')).json()).toMatchObject({ leaving: null })
  expect((await read('/death-cover')).statusCode).toBe(404)

  await changeFacts(world, 'amelia.hart', { 'leaving-reason': 'death', 'end-date': '2026-11-12' })
  expect((await read('')).json()).toMatchObject({ leaving: { text: 'Died on 12 November 2026', died: true } })
  expect((await read('/death-cover')).json()).toEqual({
    diedOn: '2026-11-12',
    lead: expect.stringContaining('Cover on 12 November 2026.'),
    benefits: [
      {
        selectionId: expect.any(String),
        benefitName: 'Workplace pension',
        coverInWords: 'Ask the provider for the amount (Your contribution: 6%)',
        provider: 'Meridian Pensions, scheme MP-204417',
        claim: '0808 157 0110, members@meridian-pensions.example',
      },
      {
        selectionId: expect.any(String),
        benefitName: 'Life assurance',
        coverInWords: '£225,000.00 (Cover: 5 × salary)',
        provider: 'Harbour Mutual, scheme HM-88120',
        claim: '0808 157 0120, claims@harbour-mutual.example',
      },
    ],
  })
  expect((await read('/death-cover', await world.signIn('isla.reid'))).statusCode).toBe(403)
})

it('a recorded death is not reversed by an upload with an empty leaving reason', async () => {
  await changeFacts(world, 'amelia.hart', { 'leaving-reason': 'death', 'end-date': '2026-11-12' })
  const { change, checked } = await employerUploads(world)
  const withoutLastDay = [...Object.keys(amelia), 'leaving_reason']
  for (const upload of [
    await checked(peopleFile([{ ...amelia, end_date: '2026-11-12' }])),
    await checked(peopleFile([amelia], withoutLastDay)),
  ])
    expect(upload).toMatchObject({
      status: 'refused',
      errors: {
        data: [
          {
            line: 2,
            column: 'leaving_reason',
            reason:
              'leaving_reason is empty, but the death of this person is recorded: write death, or leave end_date empty too if they are alive',
          },
        ],
      },
    })
  const dead = { ...amelia, end_date: '2026-11-12', leaving_reason: 'death' }
  const ready = await checked(peopleFile([dead]))
  expect(ready).toMatchObject({ status: 'ready', warnings: [] })
  await change(ready.id, 'cancelled')
  expect(await checked(peopleFile([amelia]))).toMatchObject({
    status: 'ready',
    warnings: [expect.stringMatching(/^The death of people in this file is recorded.*: line 2\. /)],
  })
})
