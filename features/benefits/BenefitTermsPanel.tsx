import { useId, useState, type FormEvent } from 'react'
import { failureText } from '../../contract/call-failed.ts'
import type { BenefitId } from '../../contract/ids.ts'
import { formErrorMessages } from '../../contract/form-error.messages.ts'
import { buttonMessages, errorMessages } from '../../contract/messages.ts'
import { termsMessages } from '../../contract/terms.messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { FormErrors } from '../../ui/FormErrors.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { SidePanel, useClosePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { notify } from '../../ui/use-notices.ts'
import { useMasquerade } from '../session/use-session.ts'
import { benefitTermsMessages } from './benefit-terms.messages.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import layout from '../benefit-parts/Layout.module.css'
import { useAcceptTerms, useBenefitTerms } from '../benefit-parts/use-terms.ts'

type Term = { id: string; content: string; version: number; accepted: boolean }

export function BenefitTermsPanel({ params: { benefitId = '' }, onClose }: PanelProps) {
  // The id may be any text: the server replies 404 to an unknown one.
  const id = benefitId as BenefitId
  const form = useId()
  const reply = useBenefitTerms(id)
  const accept = useAcceptTerms(id)
  const terms: Term[] = Object.entries(reply.data?.terms ?? {}).map(([termId, term]) => ({ id: termId, ...term }))
  const open = terms.filter((term) => !term.accepted)
  const isOwn = useMasquerade() === null
  const asks = isOwn && open.length > 0
  return (
    <SidePanel
      title={benefitTermsMessages.title}
      busy={accept.isPending}
      error={accept.error && failureText(accept.error)}
      onClose={onClose}
      {...(asks && { footer: <Buttons form={form} busy={accept.isPending} /> })}
    >
      {reply.isPending && (
        <Loading label={benefitTermsMessages.loading}>
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </Loading>
      )}
      {reply.isError && (
        <ErrorState error={reply.error} title={errorMessages.retryLater} onRetry={() => void reply.refetch()} />
      )}
      {reply.data && terms.length === 0 && <EmptyState icon="document" title={benefitTermsMessages.none} />}
      {terms.map((term) => (
        <article key={term.id} className={layout.section}>
          <SafeHtml html={term.content} headingFrom={3} />
          <p className={layout.small}>{benefitTermsMessages.version(term.version)}</p>
        </article>
      ))}
      {asks && <AcceptForm id={form} accept={() => accept.mutateAsync(open)} />}
      {terms.length > 0 && open.length === 0 && <p className={layout.soft}>{benefitTermsMessages.accepted}</p>}
    </SidePanel>
  )
}

function AcceptForm({ id, accept }: { id: string; accept: () => Promise<unknown> }) {
  const close = useClosePanel()
  const [ticked, setTicked] = useState(false)
  const [asked, setAsked] = useState(false)
  const missing = asked && !ticked
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!ticked) return
    try {
      await accept()
    } catch {
      return
    }
    notify(benefitTermsMessages.accepted)
    close()
  }
  return (
    <form id={id} className={layout.section} onSubmit={(event) => void submit(event)} noValidate>
      <FormErrors
        title={formErrorMessages.review}
        errors={missing ? [{ field: 'accepted', message: termsMessages.required }] : []}
      />
      <Checkbox
        name="accepted"
        label={termsMessages.checkbox}
        checked={ticked}
        onChange={setTicked}
        required
        error={missing ? termsMessages.required : undefined}
      />
    </form>
  )
}

function Buttons({ form, busy }: { form: string; busy: boolean }) {
  const close = useClosePanel()
  return (
    <>
      <Button type="submit" form={form} busy={busy} busyLabel={benefitTermsMessages.accepting}>
        {benefitMessages.acceptTerms}
      </Button>
      <Button kind="secondary" onClick={close} disabled={busy}>
        {buttonMessages.cancel}
      </Button>
    </>
  )
}
