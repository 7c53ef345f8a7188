import { buttonMessages } from '../contract/messages.ts'
import { SidePanel, type PanelProps } from '../ui/SidePanel.tsx'
import { notBuiltMessages } from './not-built.messages.ts'

/** In place of a panel that does not exist yet. */
export function NotBuiltPanel({ onClose }: PanelProps) {
  return (
    <SidePanel
      title={notBuiltMessages.title}
      busy={false}
      error={null}
      onClose={onClose}
      closeLabel={buttonMessages.close}
    >
      <p>{notBuiltMessages.panel}</p>
    </SidePanel>
  )
}
