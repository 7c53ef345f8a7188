/** State of a list by name of its filter. '' is the default. */
export type ViewValues = Readonly<Record<string, string>>

/** For each filter of a list, whether a value still exists. */
export type ViewFilters = Readonly<Record<string, (value: string) => boolean>>

export const isAnyText = () => true

export function queryOf(values: ViewValues): string {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString()
}

/** Returns a value for each filter, and whether part of the view no longer exists. */
export function valuesIn(query: string, filters: ViewFilters): { values: ViewValues; isWhole: boolean } {
  const stored = new URLSearchParams(query)
  const valid = [...stored].filter(([name, value]) => Object.hasOwn(filters, name) && filters[name]?.(value))
  const defaults = Object.keys(filters).map((name) => [name, ''])
  return { values: Object.fromEntries([...defaults, ...valid]), isWhole: valid.length === stored.size }
}
