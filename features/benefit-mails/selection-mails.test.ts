import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mailKinds } from '../../server/mail-kinds.ts'
import { employee } from '../../tests/harness/employee.ts'
import { decide } from '../../tests/harness/world-actions.ts'
import { type StoredMail, mailsOf } from '../../tests/harness/mails.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { SelectionView, SetupValues } from '../../domain/selections/benefits.contract.ts'

let world: World
beforeEach(async () => {
  world = await startWorld({ people: 'of one client' })
})
afterEach(() => world.close())

const mails = () => mailsOf(world, 'amelia.hart@demo.example')
const kinds = async () => (await mails()).map(({ kind }) => kind)
function wordsOf({ kind, data }: StoredMail): string {
  const known = mailKinds.find(({ name }) => name === kind)
  const reader = {
    firstName: 'Amelia',
    brand: 'Northgate Rewards',
    supportEmail: 'help@demo.example',
    supportNumber: null,
  }
  // The harness has decrypted `data`, which has the type that this kind of mail needs.
  const letter = known?.write(data as never, reader)
  return [letter?.subject, ...(letter?.paragraphs ?? []), letter?.button?.path].join('\n')
}

const amelia = () => employee(world, 'amelia.hart')
const decideOn = (selectionId: string, approval: boolean) =>
  decide(world, [selectionId], approval, { reason: 'Because of the rota' })

describe('mail about a choice', () => {
  it('is sent once even if the call is repeated, and contains no benefit, people covered or amounts [S-73] [S-79]', async () => {
    const { tryToChoose: choose, find, send } = await amelia()
    const dental = await find('dental')
    const covered = dental.setupFields.flatMap(({ input }) =>
      input.kind === 'people' ? input.people.map(({ value }) => value) : [],
    )
    const headers = { 'idempotency-key': randomUUID() }
    const values: SetupValues = { level: 'level-2', covered, partnerElsewhere: 'no' }
    expect((await choose('dental', values, {}, headers)).statusCode).toBe(201)
    const repeated = await send('POST', `benefit/${dental.benefitId}/selection`, { values }, headers)
    expect(repeated.statusCode).toBe(201)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.kind).toBe('choice-confirmed')
    const words = mail ? wordsOf(mail) : ''
    expect(words).toContain('Your choice of Dental insurance is confirmed and starts on 1 December 2026.')
    expect(words).toContain(`/app/my-benefits/${dental.benefitId}`)
    expect(words).not.toMatch(/£|Tom|Maisie|[Ll]evel/)
  })

  it('is not sent for drafts, and not for calls that are refused or too late', async () => {
    const { tryToChoose: choose, find, send } = await amelia()
    expect((await choose('health-cash-plan', { level: 'level-1' }, { draft: true })).statusCode).toBe(200)
    expect((await choose('cycle-to-work', { value: 3050 })).statusCode).toBe(422)
    expect(await kinds()).toEqual([])
    const optOut = { status: 'opted-out', version: 99 }
    const late = await send('PATCH', `selection/${(await find('health-cash-plan')).selection?.selectionId}`, optOut)
    expect(late.statusCode).toBe(409)
    expect(await kinds()).toEqual([])
  })

  it("reports that a choice is pending, and reports the employer's first decision once", async () => {
    const { tryToChoose: choose, send } = await amelia()
    const asked = (await choose('holiday-trading', { trade: 'buy', 'buy-days': 2 })).json<SelectionView>()
    const bicycle = (await choose('cycle-to-work', { value: 1000 })).json<SelectionView>()
    expect(await kinds()).toEqual(['choice-awaits-approval', 'choice-awaits-approval'])

    const decisions = await Promise.all([decideOn(asked.selectionId, true), decideOn(asked.selectionId, false)])
    expect(decisions.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    const approved = decisions[0]?.statusCode === 200
    expect((await kinds()).slice(2)).toEqual([approved ? 'choice-approved' : 'choice-rejected'])

    expect((await decideOn(bicycle.selectionId, false)).statusCode).toBe(200)
    const last = (await mails()).at(-1)
    expect(last?.kind).toBe('choice-rejected')
    expect(last && wordsOf(last)).toContain('Cycle to work')
    expect(last && wordsOf(last)).not.toContain('rota')

    const path = `benefit/${bicycle.benefitId}/selection`
    const again = (await send('POST', path, { values: { value: 500 } })).json<SelectionView>()
    expect((await send('POST', `selection/${again.selectionId}/withdraw`, {})).statusCode).toBe(200)
    expect((await kinds()).slice(-2)).toEqual(['choice-awaits-approval', 'choice-withdrawn'])
  })

  it('reports a change or an opt-out, and from which day it applies', async () => {
    const { tryToChoose: choose, find, send } = await amelia()
    expect((await choose('dental', { level: 'level-1', covered: [] })).statusCode).toBe(201)
    expect((await choose('dental', { level: 'level-2', covered: [] })).statusCode).toBe(200)
    const { selection } = await find('dental')
    const left = await send('PATCH', `selection/${selection?.selectionId}`, { status: 'opted-out' })
    expect(left.statusCode).toBe(200)
    expect(await kinds()).toEqual(['choice-confirmed', 'change-confirmed', 'opted-out'])
    expect((await mails()).map(wordsOf).at(-1)).toContain('You no longer have it from 1 December 2026.')
  })

  it("says that current cover continues when a choice that awaits the provider's decision is withdrawn", async () => {
    const { tryToChoose: choose, find, send } = await amelia()
    await send('POST', `benefit/${(await find('critical-illness')).benefitId}/medical-questions`, {
      answers: { diagnosis: false, family: false },
    })
    const chosen = await choose('critical-illness', { multiple: 5, smoker: 'no', covered: [] })
    const { selectionId, status } = chosen.json<SelectionView>()
    expect(status).toBe('pended')
    const withdrawn = await send('POST', `selection/${selectionId}/withdraw`, {})
    expect(withdrawn.json()).toMatchObject({ status: 'active', price: { coverNow: 200_000 } })
    expect(await kinds()).toEqual(['choice-awaits-provider', 'rest-withdrawn'])
    const words = (await mails()).map(wordsOf).at(-1)
    expect(words).toContain('The rest of your cover continues')
    expect(words).not.toMatch(/before/)
  })

  it('has the same text for every decision of the provider', () => {
    const kind = mailKinds.find(({ name }) => name === 'provider-answered')
    const data = { benefitId: randomUUID(), benefit: 'Critical illness', from: null }
    const words = wordsOf({
      id: '',
      kind: kind?.name ?? '',
      to: '',
      cause: '',
      state: 'queued',
      attempts: 0,
      lastError: null,
      data,
    })
    expect(words).toContain('The provider has decided about your choice of Critical illness.')
    expect(words).not.toMatch(/accept|declin|medical|health/i)
  })
})
