import { useId, useState, type FormEvent } from 'react'
import { failureText } from '../../contract/call-failed.ts'
import { londonDate } from '../../contract/dates.ts'
import { formErrorMessages } from '../../contract/form-error.messages.ts'
import { FormErrors } from '../../ui/FormErrors.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { SaveAndCancel, SidePanel, useClosePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { notify } from '../../ui/use-notices.ts'
import { familyPanelMessages as say } from './family-panel.messages.ts'
import { familyStatusMessage } from './family-status.rules.ts'
import type { FamilyMember } from './family-payload.rules.ts'
import { problemList, typedMemberFrom } from './member-form.rules.ts'
import { MemberFields } from './MemberFields.tsx'
import { useFamily, useSaveMember } from './use-family.ts'

export function FamilyPanel({ params: { familyMemberId }, onClose }: PanelProps) {
  return familyMemberId === undefined ? (
    <EndQuestion known={null} onClose={onClose} />
  ) : (
    <Editing id={familyMemberId} onClose={onClose} />
  )
}

function Editing({ id, onClose }: { id: string; onClose: () => void }) {
  const family = useFamily()
  const known = family.data?.find(({ familyMemberId }) => familyMemberId === id)
  if (known) return <EndQuestion known={known} onClose={onClose} />
  return (
    <SidePanel title={say.edit} busy={false} error={null} onClose={onClose}>
      {family.isPending ? (
        <Loading label={say.loading}>
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </Loading>
      ) : family.isError ? (
        <ErrorState error={family.error} title={say.failed} onRetry={() => void family.refetch()}>
          {failureText(family.error)}
        </ErrorState>
      ) : (
        <EmptyState title={say.gone} />
      )}
    </SidePanel>
  )
}

function EndQuestion({ known, onClose }: { known: FamilyMember | null; onClose: () => void }) {
  const saving = useSaveMember(known)
  const formId = useId()
  return (
    <SidePanel
      title={known ? say.editTitle(known.name) : say.addTitle}
      busy={saving.busy}
      error={familyStatusMessage(saving.status)}
      onClose={onClose}
      footer={<SaveAndCancel formId={formId} busy={saving.busy} />}
    >
      <Fields id={formId} known={known} saving={saving} />
    </SidePanel>
  )
}

function Fields({
  id,
  known,
  saving,
}: {
  id: string
  known: FamilyMember | null
  saving: ReturnType<typeof useSaveMember>
}) {
  const close = useClosePanel()
  const [typed, setTyped] = useState(() => typedMemberFrom(known, { today: londonDate(new Date()) }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await saving.save(typed))) return
    notify(say.saved)
    close()
  }
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      <FormErrors title={formErrorMessages.review} errors={problemList(saving.problems)} />
      <MemberFields typed={typed} onChange={setTyped} problems={saving.problems} />
    </form>
  )
}
