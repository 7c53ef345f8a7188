import { SidePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { newTermsMessages } from './new-terms.messages.ts'
import { SiteTerms } from './SiteTerms.tsx'
import { useSiteContent } from './use-site-content.ts'

/** C03: the terms and the policy of the site, to read again. */
export function TermsPanel({ onClose }: PanelProps) {
  const { content, reload } = useSiteContent()
  return (
    <SidePanel title={newTermsMessages.panel} busy={false} error={null} onClose={onClose}>
      <SiteTerms content={content} onRetry={reload} />
    </SidePanel>
  )
}
