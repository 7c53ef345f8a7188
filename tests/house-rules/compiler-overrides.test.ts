import { describe, expect, it } from 'vitest'
import { overridesWithoutReason } from './compiler-overrides.rules.ts'
import { productSources } from './sources.ts'

describe('each override of the TypeScript compiler has a reason', () => {
  it('every file of the product has a reason for each override', () => {
    expect(overridesWithoutReason(productSources())).toEqual([])
  })

  it.each([
    ['const a: any = 1', 'says any'],
    ['const a = b as string', 'says as'],
    ['const a = b!.c', 'says !'],
    ['// The reason of another line.\nconst x = 1\nconst a = b as string', 'planted.ts:3 says as'],
  ])('%j is reported when it is added', (text, why) => {
    const found = overridesWithoutReason([{ path: 'features/planted.ts', text }])
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(why)
  })

  it.each([
    '// Read as JSON of our own.\nconst a = b as string',
    'const a = {\n  // The server has checked it.\n  b: c as string,\n}',
    "const a = ['b'] as const",
  ])('%j is accepted', (text) => {
    expect(overridesWithoutReason([{ path: 'features/planted.ts', text }])).toEqual([])
  })
})
