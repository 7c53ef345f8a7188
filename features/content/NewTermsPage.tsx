import { useBlocker } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { buttonMessages } from '../../contract/messages.ts'
import { termsMessages } from '../../contract/terms.messages.ts'
import { paths } from '../../contract/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormErrors } from '../../ui/FormErrors.tsx'
import { Page } from '../../ui/Page.tsx'
import { isSignedIn, useMasquerade, useUser } from '../session/use-session.ts'
import { newTermsMessages } from './new-terms.messages.ts'
import { SiteTerms } from './SiteTerms.tsx'
import styles from './SiteTerms.module.css'
import { useNewTerms } from './use-new-terms.ts'

export function NewTermsPage() {
  const form = useNewTerms()
  const isOwn = useMasquerade() === null
  const isFirst = useUser()?.termsRevision === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.accept()
  }
  return (
    <Page
      title={isFirst ? newTermsMessages.firstTitle : newTermsMessages.title}
      lead={isOwn ? newTermsMessages.lead : newTermsMessages.ofViewed}
      narrow
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <FormErrors
          title={form.problem}
          errors={form.problem === null ? [] : [{ field: 'termsAccepted', message: termsMessages.required }]}
        />
        <SiteTerms content={form.content} onRetry={form.reload} />
        {isOwn && form.content.status === 'success' && (
          <>
            <Checkbox
              name="termsAccepted"
              label={termsMessages.checkbox}
              checked={form.ticked}
              onChange={form.setTicked}
              required
              error={form.problem !== null && !form.ticked ? termsMessages.required : undefined}
            />
            <div>
              <Button type="submit" busy={form.busy} busyLabel={newTermsMessages.accepting}>
                {buttonMessages.next}
              </Button>
            </div>
          </>
        )}
      </form>
      {isOwn && <LeaveWarning />}
    </Page>
  )
}

function LeaveWarning() {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && !next.pathname.startsWith(paths.logout()),
    enableBeforeUnload: isSignedIn,
    withResolver: true,
  })
  if (leaving.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={newTermsMessages.leave}
      confirm={{
        label: newTermsMessages.leaveIt,
        busyLabel: newTermsMessages.leaveIt,
        act: () => Promise.resolve(),
        failure: String,
      }}
      cancelLabel={newTermsMessages.stay}
      onClose={(confirmed) => (confirmed ? leaving.proceed() : leaving.reset())}
    />
  )
}
