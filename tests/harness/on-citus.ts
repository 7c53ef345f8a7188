import { inject, it, type TestAPI } from 'vitest'

export const onCitus = inject('workers').length > 0

type Test = (title: string, test: () => void | Promise<void>) => void

/** Returns `it`. On Citus, returns an `it` that skips its tests and adds the reason to their titles. */
export function notOnCitus(reason: string): Test & Pick<TestAPI, 'each'> {
  if (!onCitus) return it
  const titled = (skip: Test) => (title: string) => skip(`${title} (not on Citus: ${reason})`, () => undefined)
  // The many overloads of `each` differ only in the parameters of the test, which does not run.
  const each = ((cases: readonly unknown[]) => titled(it.skip.each(cases))) as TestAPI['each']
  return Object.assign(titled(it.skip), { each })
}
