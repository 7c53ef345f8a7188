import type { ReactNode } from 'react'
import { ChipGroup, ChipSelect } from '../../ui/ChipSelect.tsx'
import type { PeopleGroup } from './people-groups.rules.ts'
import { takeUpMessages as say } from './take-up.messages.ts'
import { chosenGroup, offeredKinds, useGroupInAddress, useSetGroup } from './use-group-filter.ts'

type GroupFiltersProps = {
  groups: readonly PeopleGroup[]
  /** Further filters. */
  children?: ReactNode
}

/** A chip for each kind of group on offer. */
export function GroupFilters({ groups, children }: GroupFiltersProps) {
  const setGroup = useSetGroup()
  const chosen = chosenGroup(groups, useGroupInAddress())
  const kinds = offeredKinds(groups, chosen)
  if (kinds.length === 0 && !children) return null
  return (
    <ChipGroup label={say.filters}>
      {kinds.map((by) => (
        <ChipSelect
          key={by}
          label={say.groupKind[by]}
          value={chosen?.by === by ? chosen.value : ''}
          choices={[
            { value: '', label: say.allGroups[by] },
            ...groups
              .filter((group) => group.by === by)
              .map(({ value, name }) => ({ value, label: name }))
              .toSorted((a, b) => a.label.localeCompare(b.label, 'en-GB')),
          ]}
          onChange={(value) => setGroup({ by, value })}
        />
      ))}
      {children}
    </ChipGroup>
  )
}
