import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parts } from '../../web/gallery/components.ts'

const root = join(import.meta.dirname, '../..')

describe('gallery of user interface components', () => {
  it('has a section for every component of ui/, and no other section', () => {
    const files = readdirSync(join(root, 'ui')).filter((name) => /^[A-Z]\w*\.tsx$/.test(name))
    expect(files.length).toBeGreaterThan(40)
    expect(parts.toSorted()).toEqual(files.map((name) => name.replace('.tsx', '')).toSorted())
  })

  it('is not part of any file that a page of the portal loads', () => {
    const assets = join(root, 'dist/web/assets')
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(20)
    const carrying = scripts.filter((name) =>
      readFileSync(join(assets, name), 'utf8').includes('Components of the portal'),
    )
    expect(carrying).toEqual([])
  })
})
