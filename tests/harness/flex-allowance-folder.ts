import type { FolderChanges } from './changed-folder.ts'

/** A flex allowance of £360.00 a year, which first pays for dental insurance, then for the gym. The rest is added to pay. */
export const potInFolder = `pots:
  - code: flex-pot
    name: Flex pot
    allowances: [{ amount: 360 }]
    benefits: [dental, gym]
    openInProbation: true
    excess: cash
    payCode: FLEXCASH
payrolls:
`
const employerToo = (payCode: string) => (text: string) =>
  text.replace(/^ {2}employee: .*$/m, `$&\n  employer: { taxMethod: benefit-in-kind, payCode: ${payCode} }`)
export const withPot = {
  'scheme-current.yaml': (text) => text.replace('payrolls:\n', potInFolder),
  'benefits/dental.yaml': employerToo('DENTER'),
  'benefits/gym.yaml': employerToo('GYMER'),
} satisfies FolderChanges
