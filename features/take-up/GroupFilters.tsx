import type { ReactNode } from 'react'
import { ChipGroup, ChipSelect } from '../../ui/ChipSelect.tsx'
import { groupKinds, type PeopleGroup } from './people-groups.rules.ts'
import { takeUpMessages as say } from './take-up.messages.ts'
import { chosenGroup, useGroupInAddress, useSetGroup } from './use-group-filter.ts'

type GroupFiltersProps = {
  groups: readonly PeopleGroup[]
  /** Further filters. */
  children?: ReactNode
}

/** A chip for each kind of group of which there are several, and for the one that is set. */
export function GroupFilters({ groups, children }: GroupFiltersProps) {
  const setGroup = useSetGroup()
  const chosen = chosenGroup(groups, useGroupInAddress())
  const kinds = groupKinds.filter((kind) => chosen?.by === kind || groups.filter(({ by }) => by === kind).length > 1)
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
