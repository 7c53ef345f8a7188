import { guardMessages } from '../contract/messages.ts'
import { notFoundMessages } from '../contract/screen.messages.ts'
import { paths } from '../contract/paths.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { SidePanel, type PanelProps } from '../ui/SidePanel.tsx'

/** The address names a panel that is not for this person. */
export function DeniedPanel({ onClose }: PanelProps) {
  return (
    <SidePanel title={guardMessages.denied} busy={false} error={null} onClose={onClose}>
      <Link to={paths.home()} className={buttonClass()}>
        {notFoundMessages.button}
      </Link>
    </SidePanel>
  )
}
