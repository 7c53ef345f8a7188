/** Replaces zod in the browser build, because only the server checks schemas. Calling a check throws. */
const checking = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'decode', 'encode'])

// A callable proxy, so that `z.object` and `z.object()` are the same object. An arrow function has no fixed properties.
const declared: unknown = new Proxy(() => undefined, {
  get(_target, name) {
    if (checking.has(String(name))) {
      throw new Error('No schemas: use a rule')
    }
    // Spreading a schema's shape must end, and `await` must not treat the proxy as a promise.
    return name === Symbol.iterator || name === 'then' ? undefined : declared
  },
  apply: () => declared,
  ownKeys: () => [],
})

export const z = declared
export default declared
