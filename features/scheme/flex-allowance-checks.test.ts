import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { showFault } from '../../services/scheme/scheme-faults.ts'
import { readScheme } from './read-scheme.server.ts'

const copperleaf = join(import.meta.dirname, '../../examples/copperleaf')
const list = 'benefits: [dental, gym]'
const more = (other: string) => `${list}
    excess: cash
    payCode: FLEXCASH
  - code: other-pot
    name: Other pot
    allowances: [{ amount: 100 }]
    ${other}`

describe('folder with a flex allowance', () => {
  it.each([
    ['names a benefit that is not there', list, 'benefits: [dental, golf]', 'There is no benefit "golf"'],
    ['names one twice', list, 'benefits: [dental, dental]', '"dental" is listed twice in the flex allowance'],
    [
      'pays for what another allowance pays for',
      list,
      more('benefits: [gym]'),
      'The flex allowance "flex-pot" already pays for "gym"',
    ],
    [
      'pays for what is agreed once',
      list,
      'benefits: [dental, cycle-to-work]',
      'A flex allowance pays recurring charges; "cycle-to-work" is a single purchase, or priced by a partner',
    ],
    ['is named like a benefit', 'code: flex-pot', 'code: gym', '"gym" is already a benefit'],
    ['pays out without a pay code', '    payCode: FLEXCASH\n', '', 'A pot whose excess is cash needs a payCode'],
    ['gives two amounts', 'amount: 360 }', "amount: 360, percent: '1' }", 'Please give either amount or percent'],
    ['has a cap of nothing', 'amount: 360 }', 'amount: 360, cap: 10 }', 'A cap belongs to a percentage'],
  ])('is refused and the line is named if it %s', async (_, before, after, reason) => {
    const changes = { 'scheme-current.yaml': (text: string) => text.replace(before, after) }
    await withChangedFolder(copperleaf, changes, async (folder) => {
      const read = await readScheme(folder, isoDate.parse('2026-11-21'))
      const faults = 'faults' in read ? read.faults.map(showFault) : []
      expect(faults).toEqual([expect.stringMatching(/^scheme-current\.yaml:\d+ /)])
      expect(faults[0]).toContain(reason)
    })
  })

  it('is refused if the employer cannot pay for the benefit, or if the file of a benefit defines a pot', async () => {
    const changes = {
      'benefits/dental.yaml': (text: string) => text.replace(/^ {2}employer: .*\n/m, ''),
      'benefits/gym.yaml': (text: string) =>
        `${text}pot: { allowances: [{ amount: 1 }], benefits: [gym], excess: cash }\n`,
    }
    await withChangedFolder(copperleaf, changes, async (folder) => {
      const read = await readScheme(folder, isoDate.parse('2026-11-21'))
      expect('faults' in read && read.faults.map(({ file, reason }) => [file, reason])).toEqual([
        ['benefits/gym.yaml', '"price.0.price": Flex allowances are defined in pots of the scheme year'],
        [
          'scheme-current.yaml',
          'The employer pays the share of a flex allowance, so "dental" must say how the employer pays',
        ],
      ])
    })
  })
})
