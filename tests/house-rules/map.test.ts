import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { panels } from '../../contract/panels.ts'
import { readSource, writeCodeMap } from '../../scripts/write-code-map.ts'
import { root } from './sources.ts'

const kept = readFileSync(join(root, 'docs/map.md'), 'utf8')

describe('docs/map.md', () => {
  it('is up to date: run npm run map if it is not', async () => {
    expect(kept).toBe(await writeCodeMap())
  })

  it.each([
    [
      'web/routes.tsx',
      /^( +)\{ path: '\/'/m,
      "$1{ path: '/planted', screen: lazy(() => import('./Planted.tsx')) },\n$&",
    ],
    ['web/panels.tsx', /^ {2}statement: /m, "  planted: lazy(() =>\n    import('./Planted.tsx')),\n$&"],
    ['database/migrations/0002-clients.sql', /^create table /m, 'create table planted (\n$&'],
  ])('is reported as out of date if %s has one more item', async (file, place, planted) => {
    const map = await writeCodeMap((path) => {
      const text = readSource(path)
      return path === file ? text.replace(place, planted) : text
    })
    expect(map).not.toBe(kept)
    const more = map.split('\n').filter((line) => !kept.includes(line))
    expect(more).toHaveLength(1)
    expect(more[0]).toContain('planted`')
  })

  it('lists every panel, and the file of each panel that exists', () => {
    for (const name of Object.keys(panels)) expect(kept).toContain(`| \`${name}\` |`)
    expect(kept).toContain('| `view-approvals-data` | [features/approvals/ApprovalsPanel.tsx]')
    expect(kept).toContain('| `PATCH /api/v2/scheme/selections/status` | employer | [features/approvals/')
    expect(kept).toMatch(/`POST \/api\/login` .*session\.contract\.ts\) \| \[features\/session\/session\.api\.ts\]/)
  })
})
