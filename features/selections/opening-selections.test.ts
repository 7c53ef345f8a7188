import { expect, it } from 'vitest'
import { applyChanged, changeFacts, linesOf } from '../../tests/harness/world-actions.ts'
import { startWorld } from '../../tests/harness/world.ts'

const email = 'nia.lloyd@demo.example'

it('an order and holiday are imported with the payments made before the client joined the portal, even for a leaver', async () => {
  const world = await startWorld({ people: 'of one client' })
  await applyChanged(world, {
    'people.csv': (text) => {
      const amelia = text.split('\n').find((line) => line.includes('amelia.hart@demo.example')) ?? ''
      const nia = amelia
        .replace('amelia.hart@demo.example', email)
        .replace('Amelia,Hart', 'Nia,Lloyd')
        .replace(/^[^,]*/, 'NR9999')
        .replace(/QQ\d{6}[A-D]/, '')
      return `${text.trimEnd()}\n${nia}\n`
    },
    'opening-selections.csv': (text) =>
      `${text.trimEnd()}\n${email},cycle-to-work,active,2026-07-01,value=1200,\n${email},holiday-trading,active,2026-04-06,trade=buy; buy-days=5,\n`,
  })
  const ids = new Map(
    (
      await world.database.rows<{ code: string; id: string }>(
        `select code, selection.id
         from selection
         join account using (client_id, person_id)
         join benefit on benefit.client_id = selection.client_id and benefit.id = selection.benefit_id
         where email = $1`,
        [email],
      )
    ).map(({ code, id }) => [code, id]),
  )
  const lines = async (code: string) =>
    (await linesOf(world, ids.get(code) ?? '')).map(({ period, employee }) => [period, employee])

  // The instalments of July to October were paid before the client joined the portal: £400.00 of £1,200.00.
  const months = ['November 2026', 'December 2026', 'January 2027', 'February 2027', 'March 2027', 'April 2027']
  const later = ['May 2027', 'June 2027']
  expect(await lines('cycle-to-work')).toEqual([...months, ...later].map((month) => [month, 100]))
  // £865.38 over 12 pay days. Seven were before the client joined: six of £72.12 and one of £72.11.
  expect(await lines('holiday-trading')).toEqual(months.slice(0, 5).map((month) => [month, 72.11]))

  const [held] = await world.database.rows<object>(
    `select price ->> 'employeeMonthly' as month, price #> '{parts,0,taken}' as taken
     from selection_version where selection_id = $1 and price is not null`,
    [ids.get('cycle-to-work')],
  )
  expect(held).toEqual({ month: '10000', taken: { amount: '40000', pays: 4 } })

  await changeFacts(world, 'nia.lloyd', { 'end-date': '2027-04-14' })
  expect(await lines('cycle-to-work')).toEqual(expect.arrayContaining(months.map((month) => [month, 100])))
  expect(
    await world.database.rows(`select balance_pence::integer as left from leaver_balance where selection_id = $1`, [
      ids.get('cycle-to-work'),
    ]),
  ).toEqual([{ left: 200_00 }])
})
