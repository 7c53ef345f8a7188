import { SelectField } from '../../ui/SelectField.tsx'
import { groupFilterOf, type PeopleGroup } from './people-groups.rules.ts'
import { takeUpMessages as say } from './take-up.messages.ts'
import { chosenGroup, offeredKinds, useGroupInAddress, useSetGroup } from './use-group-filter.ts'

/** The filter of `GroupFilters` as one field, which keeps its place while the groups load. */
export function GroupSelect({ groups }: { groups: readonly PeopleGroup[] | undefined }) {
  const setGroup = useSetGroup()
  const filter = useGroupInAddress()
  const chosen = chosenGroup(groups ?? [], filter)
  const kinds = offeredKinds(groups ?? [], chosen)
  if (groups && kinds.length === 0) return null
  return (
    <SelectField
      label={say.group}
      isFilter
      placeholder={say.allEmployees}
      value={chosen ? keyOf(chosen) : ''}
      onChange={(key) => setGroup(groupFilterOf(key) ?? { by: 'department', value: '' })}
      choices={(groups ?? [])
        .filter(({ by }) => kinds.includes(by))
        .map((group) => ({ value: keyOf(group), label: `${say.groupKind[group.by]}: ${group.name}` }))
        .toSorted((a, b) => a.label.localeCompare(b.label, 'en-GB'))}
    />
  )
}

function keyOf({ by, value }: PeopleGroup): string {
  return `${by}:${value}`
}
