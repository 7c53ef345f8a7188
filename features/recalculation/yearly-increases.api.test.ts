import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { recordFact } from '../../tests/harness/record-fact.ts'
import { acceptTerms } from '../../tests/harness/benefit-terms.ts'
import { employee } from '../../tests/harness/employee.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { mailKinds } from '../../server/mail-kinds.ts'
import type { BenefitView, SelectionView, SetupValues } from '../../domain/selections/benefits.contract.ts'
import { explainToOperator } from '../explain/operator-commands.server.ts'
import { explanationText } from '../explain/explanation-text.server.ts'

let world: World
beforeEach(async () => {
  world = await startWorld({ people: 'of one client' })
})
afterEach(() => world.close())

const rows = <Row extends object>(query: string, values: unknown[] = []) => world.database.rows<Row>(query, values)
const at = (moment: string) => world.database.moveTo(moment)
const jobsOn = async (moment: string) => {
  await at(moment)
  await runDaily(world)
}

type Version = { action: string; from: string; to: string | null; state: string; value: string; total: string }
const versionsOf = (name: string) =>
  rows<Version>(
    `select v.action, v.effective_from::text as from, v.effective_to::text as to, v.state,
            v.choice -> 'values' ->> 'contribution' as value, v.price ->> 'employeeYearly' as total
     from selection_version v
     join selection s on s.client_id = v.client_id and s.id = v.selection_id
     join benefit b on b.client_id = s.client_id and b.id = s.benefit_id
     join account a on a.client_id = s.client_id and a.person_id = s.person_id
     where a.email = $1 and b.code = 'pension'
     order by v.version`,
    [`${name}@demo.example`],
  )

/** Amelia has had a pension of 6% of £45,000 since before the client joined the portal. */
async function member(name = 'amelia.hart') {
  const { token, send, find } = await employee(world, name)
  const pension = await find('pension')
  const path = `benefit/${pension.benefitId}`
  await acceptTerms(world, token, pension)
  const read = async () => (await send('GET', `${path}/with-selection`)).json<BenefitView>()
  const choose = async (values: SetupValues) => {
    const answer = await send(pension.selection ? 'PATCH' : 'POST', `${path}/selection`, { values })
    expect(answer.body).toContain('"status":"active"')
    return answer.json<SelectionView>()
  }
  return { send, path, read, choose, pension }
}

const wants = (contribution: number) => ({ contribution, 'yearly-rise': 'yes' })

async function told(name = 'amelia.hart') {
  const mails = await mailsOf(world, `${name}@demo.example`)
  const reader = {
    firstName: 'Amelia',
    brand: 'Northgate Rewards',
    supportEmail: 'help@demo.example',
    supportNumber: null,
  }
  return mails
    .filter(({ kind }) => kind === 'stepped-up' || kind === 'step-not-taken')
    .map(({ kind, data }) => {
      // The harness has decrypted `data`, which has the type that this kind of mail needs.
      const letter = mailKinds.find(({ name: known }) => known === kind)?.write(data as never, reader)
      return [letter?.subject, ...(letter?.paragraphs ?? [])].join(' ')
    })
}

describe('pension with an increase each April', () => {
  it('shows the next increase with its cost before a choice, but not if the person does not answer the question about increases', async () => {
    const { send, path, pension } = await member()
    const quoted = async (values: SetupValues) =>
      (await send('POST', `${path}/quote`, { values })).json<{ rise?: string }>().rise
    expect(await quoted(wants(6))).toBe(
      'Your contribution rises by 1% on 1 April each year, up to 10%. Next: 7% from 1 April 2027, £262.50 a month as things stand today.',
    )
    expect(await quoted(wants(10))).toBe(
      'Your contribution rises by 1% on 1 April each year, up to 10%. The highest amount has already been reached.',
    )
    expect(await quoted({ contribution: 6, 'yearly-rise': 'no' })).toBeUndefined()
    expect(await quoted({ contribution: 6 })).toBeUndefined()
    const field = pension.setupFields.find(({ name }) => name === 'yearly-rise')
    expect(field).toMatchObject({ required: false, step: 'cost', initial: 'no' })
  })

  it('increases once on its day, even if the job did not run for some days, with deductions, history and one mail', async () => {
    const { choose, read } = await member()
    const { selectionId } = await choose(wants(6))
    expect((await read()).selection?.planDetails).toContainEqual({
      label: 'Next yearly increase',
      value: '7% from 1 April 2027',
    })
    // Half past eleven in London, where the clocks have gone forward.
    await jobsOn('2027-03-31T22:30:00Z')
    const before = await versionsOf('amelia.hart')
    await jobsOn('2027-04-04T09:00:00Z')
    await jobsOn('2027-04-05T09:00:00Z')
    const after = await versionsOf('amelia.hart')
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.slice(before.length)).toEqual([
      { action: 'rise', from: '2027-04-01', to: null, state: 'active', value: '7', total: '315000' },
    ])
    expect(
      await rows(
        `select p.pay_on::text as "payOn", d.employee_pence::integer as employee
         from deduction d join payroll_period p on p.client_id = d.client_id and p.id = d.period_id
         where d.selection_id = $1 and d.pay_code = 'PENSS' order by p.pay_on desc limit 2`,
        [selectionId],
      ),
    ).toEqual([
      { payOn: '2027-04-28', employee: 26250 },
      { payOn: '2027-03-28', employee: 22500 },
    ])
    const { send } = await member()
    const answer = await send('GET', `selection/${selectionId}/history`)
    expect(answer.statusCode).toBe(200)
    const history = answer.json<{ what: string }[]>()
    expect(history.at(-1)?.what).toBe('Increased automatically, as every year')
    expect(await told()).toEqual([
      'Workplace pension has increased, as it does every year Your choice of Workplace pension has increased by one step, as it does every year. It starts on 1 April 2027. My benefits shows what you have now and what it costs. You can change it there when the benefit is next open for changes.',
    ])
    expect(
      await rows(`select entry::jsonb -> 'details' as details from audit_event where action = 'selections.risen'`),
    ).toEqual([{ details: { selections: 1 } }])
  })

  it('does not increase at the upper limit, without the option for increases, or if a choice was made for the day of the increase', async () => {
    const unasked = await member()
    await unasked.choose({ contribution: 6 })
    await (await member('isla.reid')).choose(wants(10))
    await (await member('henry.cole')).choose(wants(5))
    await at('2027-03-10T09:00:00Z')
    await (await member('henry.cole')).choose(wants(8))
    await jobsOn('2027-04-02T09:00:00Z')
    expect((await versionsOf('amelia.hart')).at(-1)).toMatchObject({ action: 'submit', value: '6' })
    expect((await versionsOf('isla.reid')).at(-1)).toMatchObject({ action: 'submit', value: '10' })
    expect((await versionsOf('henry.cole')).at(-1)).toMatchObject({ action: 'submit', from: '2027-04-01', value: '8' })
    expect(await rows(`select kind from mail where kind = 'stepped-up'`)).toEqual([])
  })

  it('increases even if there is an unfinished change, which is not changed itself', async () => {
    await (await member()).choose(wants(6))
    await at('2027-03-31T22:30:00Z')
    const later = await member()
    await later.send('PATCH', `${later.path}/selection`, { values: { contribution: 5 }, draft: true })
    await jobsOn('2027-03-31T23:30:00Z')
    expect((await versionsOf('amelia.hart')).slice(-3)).toMatchObject([
      { action: 'save-draft', value: '5' },
      { action: 'rise', state: 'draft', from: '2027-04-01', to: null, value: '7' },
      { action: 'restate', state: 'draft', value: '5' },
    ])
  })

  it('is stopped for good for people whose pay would fall below the minimum wage; one mail tells them', async () => {
    const { choose } = await member()
    await choose(wants(6))
    // £24,784.50 is the minimum wage for 37.5 hours a week in 2026/27.
    for (const kind of ['basic', 'pensionable'])
      await recordFact(world, { of: 'amelia.hart', fact: `${kind}-salary`, value: '2640000' })
    await jobsOn('2027-04-01T09:00:00Z')
    const kept = await versionsOf('amelia.hart')
    expect(kept.at(-1)?.value).toBe('6')
    expect(await told()).toMatchObject([expect.stringContaining('Workplace pension stays as it is this year')])
    await recordFact(world, { of: 'amelia.hart', fact: 'basic-salary', value: '4500000' })
    await jobsOn('2027-04-03T09:00:00Z')
    expect(await versionsOf('amelia.hart')).toEqual(kept)
    expect(await told()).toHaveLength(1)
  })

  it('does not change contributions that were chosen as a level before the option became a range, even in the first choice of a year', async () => {
    const level = (name: string, versions: string) =>
      rows(
        `update selection_version v
         set choice = jsonb_set(v.choice, '{values,contribution}', '"standard"')
         from account a
         where a.email = $1 and v.client_id = a.client_id and v.subject_id = a.person_id and v.choice -> 'values' ? 'contribution'
           and v.version ${versions}`,
        [`${name}@demo.example`],
      )
    for (const name of ['amelia.hart', 'isla.reid', 'henry.cole']) await (await member(name)).choose(wants(6))
    await world.database.changeScheme(
      `update benefit
       set definition = jsonb_set(definition, '{options,0,maxRise}', '"4"')
       where code = 'pension' and definition #> '{options,0,rise}' is not null`,
    )
    await level('isla.reid', '> 0')
    await level('amelia.hart', '= 1')
    await jobsOn('2027-04-01T09:00:00Z')
    expect((await versionsOf('isla.reid')).at(-1)).toMatchObject({ action: 'submit', value: 'standard' })
    expect((await versionsOf('amelia.hart')).at(-1)).toMatchObject({ action: 'rise', value: '7' })
    expect((await versionsOf('henry.cole')).at(-1)).toMatchObject({ action: 'rise', value: '7' })
  })

  it('tells people without an increase that there is none left this year, not that there is no higher value', async () => {
    await (await member()).choose(wants(6))
    for (const kind of ['basic', 'pensionable'])
      await recordFact(world, { of: 'amelia.hart', fact: `${kind}-salary`, value: '2640000' })
    await jobsOn('2027-04-02T09:00:00Z')
    const asked = { email: 'amelia.hart@demo.example', code: 'pension' }
    const explained = explanationText(await explainToOperator(world.database.db, asked), asked).replaceAll(/\s+/g, ' ')
    expect(explained).toContain('There is no further increase in this scheme year.')
    expect(explained).not.toContain('The highest amount has already been reached.')
  })

  it('increases on its day by London time: at the end of a year, in a February without a 29th, when clocks change, on 5 April', async () => {
    await (await member()).choose(wants(3))
    const value = async () => (await versionsOf('amelia.hart')).at(-1)?.value
    for (const [dayOfYear, eve, morning, from, to] of [
      ['12-31', '2026-12-30T23:30:00Z', '2026-12-31T00:30:00Z', '3', '4'],
      ['02-29', '2027-02-28T23:30:00Z', '2027-03-01T00:30:00Z', '4', '5'],
      ['03-28', '2027-03-27T23:30:00Z', '2027-03-28T00:30:00Z', '5', '6'],
      // During summer time in London: half past eleven on the day before, and half past midnight.
      ['04-05', '2027-04-04T22:30:00Z', '2027-04-04T23:30:00Z', '6', '7'],
    ] as const) {
      await world.database.changeScheme(
        `update benefit
         set definition = jsonb_set(definition, '{options,0,rise,on}', to_jsonb($1::text))
         where code = 'pension' and definition #> '{options,0,rise}' is not null`,
        [dayOfYear],
      )
      await jobsOn(eve)
      expect([dayOfYear, await value()]).toEqual([dayOfYear, from])
      await jobsOn(morning)
      expect([dayOfYear, await value()]).toEqual([dayOfYear, to])
    }
    expect(await told()).toHaveLength(4)
  })
})
