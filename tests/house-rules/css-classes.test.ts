import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { missingClasses } from './css-classes.rules.ts'
import { productSources, root } from './sources.ts'

it('every CSS class that a component uses exists', () => {
  expect(missingClasses(productSources(), (path) => readFileSync(join(root, path), 'utf8'))).toEqual([])
})

it('a CSS class that its module does not define is reported', () => {
  const text = "import styles from './New.module.css'\nexport const name = `${styles.card} ${styles.cart}`"
  expect(missingClasses([{ path: 'ui/New.tsx', text }], () => '.card { margin: 0 }')).toEqual([
    'ui/New.tsx uses the class cart, which ui/New.module.css does not define',
  ])
})
