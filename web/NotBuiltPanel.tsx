import { buttonMessages } from '../contract/messages.ts'
import { SidePanel, type PanelProps } from '../ui/SidePanel.tsx'
import { shellMessages } from './web.messages.ts'

/** In place of a panel that does not exist yet. */
export function NotBuiltPanel({ onClose }: PanelProps) {
  return (
    <SidePanel
      title={shellMessages.notBuiltTitle}
      busy={false}
      error={null}
      onClose={onClose}
      closeLabel={buttonMessages.close}
    >
      <p>{shellMessages.notBuiltPanel}</p>
    </SidePanel>
  )
}
