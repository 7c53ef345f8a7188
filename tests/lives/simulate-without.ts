/** Simulates lives without the code that enforces a rule, and prints the first violation of the rule. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { removals } from './removals.ts'
import type { RuleName } from './rules.ts'
import type { SimulationOptions } from './simulate.ts'

// Written by removals.test.ts.
const { rule, ...asked } = JSON.parse(process.argv[2] ?? '') as SimulationOptions & { rule: RuleName }
const { file, code, without } = removals[rule]
const path = join(import.meta.dirname, '../..', file)

registerHooks({
  load(url, context, load) {
    const loaded = load(url, context)
    if (url !== pathToFileURL(path).href) return loaded
    return { ...loaded, source: readFileSync(path, 'utf8').replace(code, () => without) }
  },
})

// Imported only after the hook is registered.
const { showViolation } = await import('./rules.ts')
const { simulate } = await import('./simulate.ts')

await simulate({
  ...asked,
  onViolation(violation) {
    if (violation.rule !== rule) return
    console.log(showViolation(violation))
    process.exit()
  },
})
