export function keysOf<Key extends string>(literal: Readonly<Record<Key, unknown>>): Key[] {
  // An object literal has no other keys than its type.
  return Object.keys(literal) as Key[]
}
