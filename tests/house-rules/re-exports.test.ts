import { describe, expect, it } from 'vitest'
import { reExports } from './re-exports.rules.ts'
import { productSources } from './sources.ts'

describe('no file re-exports another file', () => {
  it('no file of the product re-exports another', () => {
    expect(reExports(productSources())).toEqual([])
  })

  it.each([
    ['ui/parts.ts', `export * from './Button.tsx'`, 'ui/parts.ts:1 passes on'],
    ['features/home/home.ts', `const a = 1\nexport { b } from './b.ts'`, 'features/home/home.ts:2 passes on'],
    ['contract/index.ts', 'export const a = 1', 'name the file for what it holds'],
  ])('an added file in %s that only re-exports is reported', (path, text, why) => {
    const found = reExports([{ path, text }])
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(why)
  })
})
