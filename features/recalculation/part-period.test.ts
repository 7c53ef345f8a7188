import { expect, inject, it, onTestFinished } from 'vitest'
import { applied } from '../../tests/harness/applied.ts'
import { withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { runDaily } from '../../tests/harness/daily.ts'
import { startWorld } from '../../tests/harness/world.ts'

const joiner =
  'NR9001,new.joiner@demo.example,,New,Joiner,1990-05-05,,,monthly,active,2026-12-10,,,30000.00,37.5,1,,,,,'

it('charges pay earned from the first day for a pension that is core cover (case 9)', async () => {
  const world = await startWorld({ people: 'few' })
  onTestFinished(() => world.close())
  await withChangedFolder(
    inject('demoOfFew'),
    {
      'people.csv': (text) => `${text.trimEnd()}\n${joiner}\n`,
      'benefits/pension.yaml': (text) => `${text}coreChoice: { values: { contribution: 5 } }\n`,
    },
    (folder) => applied(world.database.db, folder),
  )
  await world.database.moveTo('2026-12-10')
  await runDaily(world)
  const taken = await world.database.rows<{ label: string; code: string; employee: string; employer: string }>(
    `select p.label, d.pay_code as code, d.employee_pence::text as employee, d.employer_pence::text as employer
     from deduction d
     join payroll_period p on p.client_id = d.client_id and p.id = d.period_id
     join account a on a.client_id = d.client_id and a.person_id = d.person_id
     where a.email = 'new.joiner@demo.example'
       and d.pay_code in ('PENSS', 'PENER')
       and p.starts_on <= '2027-01-01'
     order by p.starts_on, d.pay_code desc`,
  )
  // 22 of December's 31 days. The employer pays the same amount.
  expect(taken).toEqual([
    { label: 'December 2026', code: 'PENSS', employee: '8871', employer: '0' },
    { label: 'December 2026', code: 'PENER', employee: '0', employer: '8871' },
    { label: 'January 2027', code: 'PENSS', employee: '12500', employer: '0' },
    { label: 'January 2027', code: 'PENER', employee: '0', employer: '12500' },
  ])
})
