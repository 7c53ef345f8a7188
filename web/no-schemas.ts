/** Stands in for zod in the browser build: the server alone checks schemas. Using one throws. */
const checking = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'decode', 'encode'])

// Callable, so that both `z.object` and `z.object()` are this same object; an arrow function has no fixed properties.
const declared: unknown = new Proxy(() => undefined, {
  get(_target, name) {
    if (checking.has(String(name))) {
      throw new Error('The browser has no schemas: write a function in a .rules file')
    }
    // Spreading a schema's shape must end, and `await` must not take it for a promise.
    return name === Symbol.iterator || name === 'then' ? undefined : declared
  },
  apply: () => declared,
  ownKeys: () => [],
})

export const z = declared
export default declared
