import type { PanelProps } from '../../ui/SidePanel.tsx'
import { usePanel } from '../../ui/use-panel.ts'
import { CodePanel } from './CodePanel.tsx'
import { DisablePanel } from './DisablePanel.tsx'
import { QrPanel } from './QrPanel.tsx'
import { useClearSteps } from './use-own-two-factor.ts'

export function TwoFactorPanel(panel: PanelProps) {
  useClearSteps()
  switch (usePanel()?.name) {
    case 'two-fa-disable':
      return <DisablePanel {...panel} />
    case 'two-fa-code':
      return <CodePanel {...panel} />
    default:
      return <QrPanel {...panel} />
  }
}
