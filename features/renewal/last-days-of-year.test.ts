import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { Basket } from '../basket/basket.contract.ts'
import { applyFolder } from '../../tests/harness/apply-folder.ts'
import { type FolderChanges, withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { employee } from '../../tests/harness/employee.ts'
import { nextYear } from '../../tests/harness/next-year.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'

const demo = inject('demoOfFew')

/** Pays Isla Reid every four weeks, for example from 28 March to 24 April and from 25 April to 22 May 2027. */
const everyFourWeeks: FolderChanges = {
  'people.csv': (text) => text.replace(/(isla.reid@.*?),monthly,/, '$1,four-weekly,'),
}
const apply = (world: Pick<World, 'database'>, changes: FolderChanges) =>
  withChangedFolder(demo, changes, (folder) => applyFolder(world.database.db, folder))

const world = await startWorld({
  people: 'of one client',
  further: { name: 'four-weekly', fill: async (database) => void (await apply({ database }, everyFourWeeks)) },
})
const asIsla = () => employee(world, 'isla.reid')
const single = { membership: 'single' }

/** £330.00 in the year to 5 April 2027: 13 payments of £25.39 or £25.38. Then £360.00: 13 of £27.70 or £27.69. */
const dearer: FolderChanges = { 'rates/gym.csv': (text) => text.replace('single,27.50', 'single,30.00') }
const saidOf = async (values: { membership: string }) => {
  const { effectiveFrom, price, reachesPay } = await (await asIsla()).quote('gym', values)
  return { effectiveFrom, perPeriod: price.employee.perPeriod, reachesPay }
}
const reaches = 'This change reaches your pay in May 2027, in the scheme year from 6 April 2027.'

describe('a choice in the last days of a scheme year', () => {
  it('before the next year is published, says that the price on its first pay day is not known yet', async () => {
    expect((await saidOf(single)).reachesPay).toBe(
      'It starts on 1 December 2026. This change reaches your pay in January 2027',
    )
    await world.database.moveTo('2027-03-20T09:00:00Z')
    expect(await saidOf(single)).toEqual({
      effectiveFrom: '2027-04-01',
      perPeriod: 25.39,
      reachesPay: `It starts on 1 April 2027. ${reaches} Its price is not known yet`,
    })
  })

  describe('after the next year is published', () => {
    beforeAll(() => apply(world, nextYear({ ...everyFourWeeks, ...dearer })))

    it('shows the price on its first pay day, and payroll deducts that price', async () => {
      const reachesPay = `${reaches} You then pay £27.70 each pay day`
      const said = {
        effectiveFrom: '2027-04-01',
        perPeriod: 25.39,
        reachesPay: `It starts on 1 April 2027. ${reachesPay}`,
      }
      expect(await saidOf(single)).toEqual(said)
      const isla = await asIsla()
      await isla.tryToChoose('gym', single, { draft: true })
      const { items } = (await isla.send('GET', 'user/basket')).json<Basket>()
      expect(items.map((item) => item.reachesPay)).toEqual([said.reachesPay])
      expect(await isla.choose('gym', single)).toMatchObject({ reachesPay, price: { employee: { perPeriod: 25.39 } } })

      await world.database.moveTo('2027-04-06T06:00:00Z')
      await runDaily(world)
      const rows = await world.database.rows<{ startsOn: string; pence: number }>(
        `select starts_on::text as "startsOn", employee_pence::integer as pence
         from deduction d
         join payroll_period p on p.client_id = d.client_id and p.id = d.period_id
         join account a on a.client_id = d.client_id and a.person_id = d.person_id
         where a.email = 'isla.reid@demo.example' and d.pay_code = 'GYM'
         order by starts_on limit 1`,
      )
      expect(rows).toEqual([{ startsOn: '2027-04-25', pence: 27_70 }])
    })
  })
})
