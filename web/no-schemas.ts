/** Replaces zod in the browser build, because only the server checks schemas. Checking anything throws. */
const checking = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'decode', 'encode'])

// Returns itself for every property and call, so that any schema can be declared. An arrow function has no fixed properties.
const declared: unknown = new Proxy(() => undefined, {
  get(_target, name) {
    if (checking.has(String(name))) {
      throw new Error('No schemas: use a rule')
    }
    // Spreading a schema's shape must end, and `await` must not take the proxy for a promise.
    return name === Symbol.iterator || name === 'then' ? undefined : declared
  },
  apply: () => declared,
  ownKeys: () => [],
})

export const z = declared
export default declared
