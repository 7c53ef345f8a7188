import { useAddressParam, useSetAddress } from '../../ui/use-address-params.ts'
import { groupKinds, type GroupFilter, type GroupKind, type PeopleGroup } from './people-groups.rules.ts'

/** The department, location or payroll in the URL. Screens share it. It may be unknown, or too small to be shown. */
export function useGroupInAddress(): GroupFilter | null {
  const set: Record<GroupKind, string> = {
    department: useAddressParam('department'),
    location: useAddressParam('location'),
    payroll: useAddressParam('payroll'),
  }
  const by = groupKinds.find((kind) => set[kind] !== '')
  return by ? { by, value: set[by] } : null
}

/** Query string for links to screens with the same filter; '' without one. */
export function useGroupInLinks(): string {
  const group = useGroupInAddress()
  return group ? `?${new URLSearchParams({ [group.by]: group.value }).toString()}` : ''
}

/** Query of a call that takes the filter. */
export const groupQuery = (group: GroupFilter | null) =>
  group ? { 'filter[group]': `${group.by}:${group.value}` } : {}

/** Only one group can be set, because few people may be in two groups at once (S-53). */
export function useSetGroup(): (group: GroupFilter) => void {
  const setAddress = useSetAddress()
  return ({ by, value }) => setAddress({ department: '', location: '', payroll: '', page: '', at: '', [by]: value })
}

export function chosenGroup(groups: readonly PeopleGroup[], filter: GroupFilter | null): PeopleGroup | undefined {
  return groups.find(({ by, value }) => by === filter?.by && value === filter.value)
}

/** Returns the kinds with more than one group, and the kind of the chosen group. */
export function offeredKinds(groups: readonly PeopleGroup[], chosen: PeopleGroup | undefined): GroupKind[] {
  return groupKinds.filter((kind) => chosen?.by === kind || groups.filter(({ by }) => by === kind).length > 1)
}
