import { describe, expect, it } from 'vitest'
import { wrongImports } from './imports.rules.ts'
import { productSources } from './sources.ts'

describe('imports flow one way', () => {
  it('holds for every file of the product', () => {
    expect(wrongImports(productSources())).toEqual([])
  })

  it.each([
    ['contract/money.ts', '../ui/Button.tsx', 'contract/ may import'],
    ['ui/Button.tsx', '../features/session/use-session.ts', 'ui/ may import'],
    [
      'features/benefits/detail/BenefitPage.tsx',
      './benefits.queries.ts',
      'browser and server files meet only in the contract',
    ],
    ['features/benefits/price.rules.ts', './benefits.queries.ts', 'a file of both sides imports a server file'],
    ['features/approvals/ApprovalsPage.tsx', '../benefits/BenefitPage.tsx', 'open its screens by name'],
    ['features/home/home.api.ts', '../../server/app.ts', 'features/ may import'],
  ])('finds a planted import of %s from %s', (path, to, why) => {
    const found = wrongImports([{ path, text: `import { x } from '${to}'` }])
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(why)
  })
})
