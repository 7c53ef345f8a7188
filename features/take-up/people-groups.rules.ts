import { hiddenGroups } from './hidden-groups.rules.ts'

/** Groups of people by which an employer can filter. A department is a cost centre. */
export const groupKinds = ['department', 'location', 'payroll'] as const
export type GroupKind = (typeof groupKinds)[number]

/** `value`: name of the department or location, or id of the payroll. */
export type GroupFilter = { by: GroupKind; value: string }
export type PeopleGroup = GroupFilter & { name: string }

/** `band`: such as `department:OPS`, or `payroll:` and the payroll's code. People without a department are in `department:`. */
export type GroupSize = { band: string; people: number }
export type Payroll = { id: string; code: string; name: string }

/** Splits a filter such as `department:OPS`. */
export function groupFilterOf(text: string): GroupFilter | null {
  const by = groupKinds.find((kind) => text.startsWith(`${kind}:`))
  return by ? { by, value: text.slice(by.length + 1) } : null
}

/** Leaves out groups of fewer people than `smallest`, and others whose sum with the shown groups would reveal them (S-53). */
export function shownPeopleGroups(
  sizes: readonly GroupSize[],
  { smallest, payrolls }: { smallest: number; payrolls: readonly Payroll[] },
): PeopleGroup[] {
  return groupKinds.flatMap((by) => {
    const own = sizes.flatMap(({ band, people }) => {
      const group = groupFilterOf(band)
      return group?.by === by ? [{ key: group.value, counts: [people] }] : []
    })
    const hidden = hiddenGroups(own, smallest)
    return own.flatMap(({ key }): PeopleGroup[] => {
      if (key === '' || hidden.has(key)) return []
      if (by !== 'payroll') return [{ by, value: key, name: key }]
      return payrolls.flatMap(({ id, code, name }) => (code === key ? [{ by, value: id, name }] : []))
    })
  })
}
