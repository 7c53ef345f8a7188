import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { areasInPicture, folderCycles, notInPicture, wrongImports } from './imports.rules.ts'
import { productSources, root } from './sources.ts'

const picture = areasInPicture(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))

describe('imports flow one way', () => {
  it('every file of the product imports only in this direction', () => {
    expect(wrongImports(productSources())).toEqual([])
  })

  it('no folders import each other in a cycle', () => {
    expect(folderCycles(productSources())).toEqual([])
  })

  it('the product matches the diagram of ARCHITECTURE.md', () => {
    expect(notInPicture(productSources(), picture)).toEqual([])
  })

  it('an added area and an added import that the diagram lacks are reported', () => {
    const files = [
      { path: 'features/new/a.ts', text: '' },
      { path: 'domain/pricing/price.ts', text: "import { b } from '../tax/national-insurance-and-loans.rules.ts'" },
      {
        path: 'domain/tax/national-insurance-and-loans.rules.ts',
        text: "import { c } from '../definition/options.ts'",
      },
    ]
    expect(notInPicture(files, picture)).toEqual([
      'features/new is not in the picture',
      'domain/pricing/price.ts imports domain/tax/national-insurance-and-loans.rules.ts: the picture has no arrow for it',
    ])
  })

  it.each([
    ['contract/money.ts', '../ui/Button.tsx', 'contract/ may import'],
    ['ui/Button.tsx', '../features/session/use-session.ts', 'ui/ may import'],
    [
      'features/benefits/BenefitPage.tsx',
      './benefits.queries.ts',
      'browser and server files meet only in the contract',
    ],
    ['domain/pricing/price.rules.ts', '../../services/payroll/pay-periods.queries.ts', 'domain/ may import'],
    ['features/benefits/price.rules.ts', './benefits.queries.ts', 'a file of both sides imports a server file'],
    ['services/mail/mail.queries.ts', '../../features/home/home.queries.ts', 'services/ may import'],
    ['features/home/home.api.ts', '../../server/app.ts', 'features/ may import'],
  ])('an added import of %s from %s is reported', (path, to, why) => {
    const found = wrongImports([{ path, text: `import { x } from '${to}'` }])
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(why)
  })

  it('an added cycle of three folders is reported', () => {
    const files = [
      { path: 'features/one/a.ts', text: "import { b } from '../two/b.ts'" },
      { path: 'features/two/b.ts', text: "import type { C } from '../three/c.ts'" },
      { path: 'features/three/c.ts', text: "import { d } from '../one/d.ts'" },
      { path: 'features/four/e.ts', text: "import { d } from '../one/d.ts'" },
    ]
    expect(folderCycles(files)).toEqual([
      'features/one/a.ts imports features/two/b.ts, and features/two/ imports features/one/',
      'features/two/b.ts imports features/three/c.ts, and features/three/ imports features/two/',
      'features/three/c.ts imports features/one/d.ts, and features/one/ imports features/three/',
    ])
  })
})
