import { expect, it } from 'vitest'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { penceFromPounds } from '../../contract/money.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { currentCost, laterCost } from '../../domain/selections/benefit-state.rules.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import type { WhatIfReply } from '../../domain/tax/what-if.contract.ts'
import { acceptTerms } from '../../tests/harness/benefit-terms.ts'
import { isLong } from '../../tests/harness/long-tests.ts'
import { parsePdf } from '../../tests/harness/parse-pdf.ts'
import { beginSession } from '../../tests/harness/sessions.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { Basket } from '../basket/basket.contract.ts'
import { totalCost } from '../benefits/benefit-groups.rules.ts'
import type { EmployeeDetail } from '../employees/employees.contract.ts'
import type { TotalBenefitsCard, TotalBenefitsRow } from './total-benefits.contract.ts'

const world = await startWorld({ people: isLong ? 'all' : 'few' })
const grace = await world.signIn('grace.lin')
await withConnection(world.database.superuser, (client) =>
  client.query(`
    update account set state = 'active';
    insert into terms_acceptance (client_id, person_id, revision)
    select account.client_id, account.person_id, client.terms_revision
    from account join client using (client_id)
    on conflict do nothing;
  `),
)

type Person = { clientId: ClientId; personId: PersonId; site: string; name: string }
type Signed = Person & { token: string }

function everyone(): Promise<Person[]> {
  return world.database.rows<Person>(
    `select account.client_id as "clientId", account.person_id as "personId", address.name as site,
            concat_ws(' ', details.first_name, details.surname) as name
     from account
     join person_details as details using (client_id, person_id)
     join lateral (select name from client_address where client_id = account.client_id order by name limit 1) as address
       on true
     order by address.name, details.surname, account.person_id`,
  )
}

async function signedIn(person: Person): Promise<Signed> {
  const { token } = await beginSession(world, person.clientId, { personId: person.personId, secondFactor: true })
  return { ...person, token }
}

async function send<Reply>(person: Signed, method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) {
  const { token, site, name } = person
  const url = `/api/v1/${path}`
  const answer = await world.request({ method, url, token, site, ...(body !== undefined && { body }) })
  expect([name, path, answer.statusCode, answer.json().message]).toEqual([
    name,
    path,
    method === 'POST' && path.endsWith('/selection') ? 201 : 200,
    undefined,
  ])
  return answer.json<Reply>()
}

const benefitsOf = (person: Signed) => send<BenefitView[]>(person, 'GET', 'benefits/user/eligible')

async function pagesOf(person: Signed) {
  const benefits = await benefitsOf(person)
  const rows = await send<TotalBenefitsRow[]>(person, 'GET', 'user/selections/mtb/page')
  const card = await send<TotalBenefitsCard>(person, 'GET', 'user/selections/mtb/card')
  const basket = await send<Basket>(person, 'GET', 'user/basket')
  const employed = benefits.every(({ availability }) => availability.cause !== 'employment')
  const whatIf = employed && card.salary ? await send<WhatIfReply>(person, 'POST', 'user/what-if', {}) : null
  return {
    benefits,
    rows: rows.filter(({ hasScreen }) => hasScreen),
    allowances: rows.filter(({ hasScreen }) => !hasScreen),
    card,
    basket,
    whatIf,
  }
}

type Pages = Awaited<ReturnType<typeof pagesOf>>

function compare(name: string, { benefits, rows, allowances, card, basket, whatIf }: Pages): void {
  const onMyBenefits = benefits.flatMap(({ name: benefit, selection }) => {
    const cost = currentCost(selection)
    return cost ? [[benefit, cost.employee, cost.employer]] : []
  })
  const onTotalBenefits = rows.map((row) => [row.name, row.employeeContribution.month, row.employerContribution.month])
  expect([name, onMyBenefits]).toEqual([name, onTotalBenefits])

  const days = [...benefits.map(({ on }) => on), ...(whatIf ? [whatIf.today] : [])]
  expect([...new Set(days), card.on]).toEqual([card.on, card.on])

  const { employee, employer } = totalCost(benefits)
  const pence = (side: 'employeeContribution' | 'employerContribution', of: readonly TotalBenefitsRow[]) =>
    of.reduce((sum, row) => sum + penceFromPounds(row[side].month), 0n)
  expect([name, penceFromPounds(employee), penceFromPounds(employer)]).toEqual([
    name,
    pence('employeeContribution', rows),
    pence('employerContribution', rows),
  ])
  expect([name, penceFromPounds(card.employeeContribution.month)]).toEqual([
    name,
    pence('employeeContribution', [...rows, ...allowances]),
  ])

  const inHand = card.takeHome.outcome === 'computed' ? card.takeHome.lines.at(-1)?.after : undefined
  expect([name, whatIf && whatIfToday(whatIf)]).toEqual([name, whatIf && { held: onTotalBenefits, inHand, change: 0 }])
  for (const { name: benefit, insteadOf } of basket.items) {
    const view = benefits.find((one) => one.name === benefit)
    const paid = view && (currentCost(view.selection) ?? laterCost(view.selection))
    expect([name, benefit, insteadOf?.employee.perMonth]).toEqual([name, benefit, paid?.employee])
  }
}

function whatIfToday({ held, takeHome }: WhatIfReply) {
  return {
    held: held.flatMap(({ name, now }) => (now ? [[name, now.employee.perMonth, now.employer.perMonth]] : [])),
    inHand: takeHome?.now.perYear,
    change: takeHome?.change.perYear,
  }
}

async function compareWithEmployer(person: Signed, { benefits }: Pages): Promise<void> {
  const url = `/api/client/${person.clientId}/employees/${person.personId}`
  const panel = (await world.request({ url, token: grace })).json<EmployeeDetail>()
  const theirs = panel.selections.map(({ benefitName, statusLabel }) => [benefitName, statusLabel])
  const own = benefits.flatMap(({ name, selection }) =>
    selection && !selection.temporarySelection ? [[name, selection.statusLabel]] : [],
  )
  expect([person.name, theirs]).toEqual([person.name, expect.arrayContaining(own)])
}

it('an amount is the same on every page and for every person: Home, My benefits, Total benefits, what-if, basket and employer', async () => {
  const people = await everyone()
  expect(people.length).toBeGreaterThan(30)
  for (const one of people) {
    const person = await signedIn(one)
    const pages = await pagesOf(person)
    compare(person.name, pages)
    if (person.site === 'demo') await compareWithEmployer(person, pages)
  }
})

it('before a choice or an opt-out takes effect, pages show the amount of today and the later day', async () => {
  const found = (await everyone()).find(({ name }) => name === 'Amelia Hart')
  if (!found) throw new Error('Amelia Hart is missing')
  const amelia = await signedIn(found)
  const before = await pagesOf(amelia)
  const named = (code: string) => {
    const benefit = before.benefits.find((one) => one.code === code)
    if (!benefit) throw new Error(`${code} is missing`)
    return benefit
  }
  await acceptTerms(world, amelia.token, ...before.benefits)
  const choose = async (code: string, values: object, method: 'POST' | 'PATCH' = 'POST') => {
    const path = `benefit/${named(code).benefitId}/selection`
    await send(amelia, method, path, { values })
  }
  await choose('dental', { level: 'level-2', covered: [] })
  await choose('cycle-to-work', { value: 1000 })
  await choose('pension', { contribution: 10, 'yearly-rise': 'no' }, 'PATCH')
  await send(amelia, 'PATCH', `selection/${named('gym').selection?.selectionId}`, { status: 'opted-out' })

  const after = await pagesOf(amelia)
  compare('Amelia Hart', after)
  await compareWithEmployer(amelia, after)
  expect(after.rows.map(({ name, total }) => [name, total])).toEqual(
    before.rows.map(({ name, total }) => [name, total]),
  )
  expect({ ...after.card, planned: [] }).toEqual(before.card)
  const pension = named('pension').name
  expect(
    after.card.planned.map(({ from, name, employeeContribution }) => [from, name, employeeContribution?.month]),
  ).toEqual([
    ['2026-12-01', pension, 375],
    ['2026-12-01', named('dental').name, expect.any(Number)],
    ['2026-12-01', named('gym').name, undefined],
  ])
  const file = await world.request({ url: '/api/v1/user/selections/mtb/statement', token: amelia.token })
  const statement = JSON.stringify(parsePdf(file.rawPayload).document)
  expect(statement).toContain('with the benefits that you have on 16 November 2026')
  expect(statement).toContain(`From 1 December 2026: you no longer have ${named('gym').name}.`)

  await world.database.moveTo('2026-12-01')
  const later = await pagesOf(await signedIn(found))
  compare('Amelia Hart', later)
  expect(later.card.planned).toEqual([])
  expect(later.rows.find(({ name }) => name === pension)?.employeeContribution.month).toBe(375)
})
