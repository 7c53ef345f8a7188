import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mailKinds } from './mail-kinds.ts'

const root = join(import.meta.dirname, '..')
type Kind = { name: string; write: unknown }
const isKind = (value: unknown): value is Kind =>
  typeof value === 'object' && value !== null && 'name' in value && 'write' in value

describe('kinds of mail', () => {
  it('are all listed, because a queued mail of a kind that is not listed could not be sent', async () => {
    const files = globSync('{services,features}/**/*mail*.ts', { cwd: root }).filter(
      (path) => !/\.(test|samples)\.ts$/.test(path),
    )
    const modules: object[] = await Promise.all(files.map((path) => import(join(root, path))))
    const kinds = modules.flatMap((exported) =>
      Object.values(exported).flatMap((value: unknown) =>
        isKind(value) ? value : Object.values(value ?? {}).filter(isKind),
      ),
    )
    const written = [...new Set(kinds)].map(({ name }) => name)
    expect(written.length).toBeGreaterThan(5)
    expect(mailKinds.map(({ name }) => name).toSorted()).toEqual(written.toSorted())
  })

  it('all have different names', () => {
    expect(new Set(mailKinds.map(({ name }) => name)).size).toBe(mailKinds.length)
  })
})
