import { guardMessages } from '../contract/messages.ts'
import { viewMessages } from '../contract/view-restrictions.messages.ts'
import { notFoundMessages } from '../contract/not-found-and-breadcrumbs.messages.ts'
import { paths } from '../contract/paths.ts'
import { useMasquerade } from '../features/session/use-session.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { SidePanel, type PanelProps } from '../ui/SidePanel.tsx'
import { usePanel } from '../ui/use-panel.ts'
import { isForEmployers } from './panel-access.ts'

export function DeniedPanel({ onClose }: PanelProps) {
  const isView = useMasquerade() !== null
  const panel = usePanel()
  return (
    <SidePanel title={guardMessages.denied} busy={false} error={null} onClose={onClose}>
      {isView && <p>{panel && isForEmployers(panel.name) ? viewMessages.employersOnly : viewMessages.notInView}</p>}
      <Link to={paths.home()} className={buttonClass()}>
        {notFoundMessages.button}
      </Link>
    </SidePanel>
  )
}
