import { useId, useRef } from 'react'
import { buttonClass } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { placePopover } from '../../ui/place-popover.ts'
import { employeeMessages } from './employees.messages.ts'
import styles from './Employees.module.css'
import { optionalColumns, type useListView } from './use-list-view.ts'

export function ListViewButton({ view }: { view: ReturnType<typeof useListView> }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const choices = useRef<HTMLDivElement>(null)
  return (
    <div className={styles.viewButton}>
      <button ref={button} type="button" className={buttonClass('secondary')} popoverTarget={id}>
        <Icon name="filter" />
        <span>{employeeMessages.view}</span>
      </button>
      <div
        ref={choices}
        id={id}
        popover="auto"
        role="group"
        aria-label={employeeMessages.view}
        className={styles.viewChoices}
        onBeforeToggle={(event) => {
          if (event.newState === 'open') requestAnimationFrame(() => placePopover(choices.current, button.current))
        }}
      >
        {optionalColumns.map((column) => (
          <Checkbox
            key={column}
            label={employeeMessages[column]}
            checked={!view.hidden.includes(column)}
            onChange={(on) => view.show(column, on)}
          />
        ))}
        <Checkbox asSwitch label={employeeMessages.compact} checked={view.compact} onChange={view.setCompact} />
      </div>
    </div>
  )
}
