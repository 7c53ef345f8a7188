import { useId, type KeyboardEvent, type ReactNode } from 'react'
import styles from './Tabs.module.css'

type Tab = { key: string; label: ReactNode; content: ReactNode }

type TabsProps = {
  label: string
  tabs: readonly Tab[]
  current: string
  onChange: (key: string) => void
}

export function Tabs({ label, tabs, current, onChange }: TabsProps) {
  const id = useId()
  const at = Math.max(
    0,
    tabs.findIndex(({ key }) => key === current),
  )
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const moves: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }
    const to = moves[event.key]
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (!next) return
    event.preventDefault()
    onChange(next.key)
    event.currentTarget.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.key)}"]`)?.focus()
  }
  return (
    <div className={styles.tabs}>
      <div role="tablist" aria-label={label} tabIndex={-1} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            key={tab.key}
            id={`${id}-${index}`}
            type="button"
            role="tab"
            data-key={tab.key}
            className={styles.tab}
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${at}`} tabIndex={0}>
        {tabs[at]?.content}
      </div>
    </div>
  )
}
