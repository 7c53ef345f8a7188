import { SidePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { newTermsMessages } from './new-terms.messages.ts'
import { SiteTerms } from './SiteTerms.tsx'
import { useSiteContent } from './use-site-content.ts'

export function TermsPanel({ onClose }: PanelProps) {
  const { content, reload } = useSiteContent()
  return (
    <SidePanel title={newTermsMessages.panel} busy={false} error={null} onClose={onClose}>
      <SiteTerms content={content} onRetry={reload} />
    </SidePanel>
  )
}
