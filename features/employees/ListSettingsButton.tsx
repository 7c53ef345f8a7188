import { useId, useRef } from 'react'
import { buttonClass } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { positionPopover } from '../../ui/position-popover.ts'
import { employeeMessages } from './employees.messages.ts'
import styles from './Employees.module.css'
import { optionalColumns, type useListSettings } from './use-list-settings.ts'

export function ListSettingsButton({ view }: { view: ReturnType<typeof useListSettings> }) {
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
          if (event.newState === 'open') requestAnimationFrame(() => positionPopover(choices.current, button.current))
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
