import { useId } from 'react'
import { errorMessages } from '../../contract/messages.ts'
import { Card } from '../../ui/Card.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { policyMessages } from './content.messages.ts'
import { newTermsMessages } from './new-terms.messages.ts'
import styles from './SiteTerms.module.css'
import type { SiteContent } from './use-site-content.ts'
import { Retry } from '../../ui/Retry.tsx'

export function SiteTerms({ content, onRetry }: { content: SiteContent; onRetry: () => void }) {
  switch (content.status) {
    case false:
      return (
        <Loading label={newTermsMessages.loading}>
          <Skeleton shape="heading" width="half" />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </Loading>
      )
    case 'error':
      return (
        <div className={styles.failed} role="alert">
          <h2>{errorMessages.uhOh}</h2>
          <p>{newTermsMessages.loadFailed}</p>
          <Retry onRetry={onRetry} />
        </div>
      )
    case 'success':
      return (
        <>
          <Policy title={policyMessages.terms} html={content.terms} />
          <Policy title={policyMessages.privacy} html={content.policy} />
        </>
      )
  }
}

function Policy({ title, html }: { title: string; html: string }) {
  const id = useId()
  return (
    <Card as="section" labelledBy={id}>
      <div className={styles.policy}>
        <h2 id={id}>{title}</h2>
        <SafeHtml html={html} headingFrom={3} />
      </div>
    </Card>
  )
}
