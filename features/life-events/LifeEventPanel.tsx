import { useId, useState, type FormEvent } from 'react'
import { failureText } from '../../contract/call-failed.ts'
import { londonDate } from '../../contract/dates.ts'
import { formErrorMessages } from '../../contract/form-error.messages.ts'
import { DateField } from '../../ui/DateField.tsx'
import { FileUpload } from '../../ui/FileUpload.tsx'
import { FormErrors } from '../../ui/FormErrors.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { SaveAndCancel, SidePanel, useClosePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { notify } from '../../ui/use-notices.ts'
import { MemberFields } from '../family/MemberFields.tsx'
import { problemList, typedMemberFrom } from '../family/member-form.rules.ts'
import { useFamily } from '../family/use-family.ts'
import { evidenceExtensions } from './evidence.rules.ts'
import type { LifeEventKindView } from './life-events.contract.ts'
import { lifeEventMessages, lifeEventPanelMessages as say } from './life-events.messages.ts'
import { type WeddingPlace, weddingPlaces } from '../../services/people/life-event-types.rules.ts'
import { needsEventDate, awaitsEvidence, concernsKnownMember } from '../../services/people/life-events.rules.ts'
import {
  addsMember,
  withRelationshipOfEvent,
  sizeProblem,
  useAddLifeEvent,
  useLifeEventKinds,
  useLifeEvents,
  useSendEvidence,
  type EventProblems,
  type SendFailure,
  type TypedEvent,
} from './use-life-events.ts'

export function LifeEventPanel({ params: { eventId }, onClose }: PanelProps) {
  return eventId === undefined ? <ReportEvent onClose={onClose} /> : <SendDocument id={eventId} onClose={onClose} />
}

function ReportEvent({ onClose }: { onClose: () => void }) {
  const kinds = useLifeEventKinds()
  const form = useAddLifeEvent()
  const formId = useId()
  const canTell = kinds.data !== undefined && kinds.data.length > 0
  return (
    <SidePanel
      title={say.title}
      busy={form.busy}
      error={form.failure && <Failure {...form.failure} />}
      onClose={onClose}
      {...(canTell && { footer: <SaveAndCancel formId={formId} busy={form.busy || form.preparing} /> })}
    >
      {kinds.isPending && <PanelLoading />}
      {kinds.isError && (
        <ErrorState error={kinds.error} title={say.kindsFailed} onRetry={() => void kinds.refetch()}>
          {failureText(kinds.error)}
        </ErrorState>
      )}
      {kinds.data?.length === 0 && <EmptyState icon="calendar" title={lifeEventMessages.none} />}
      {canTell && <p>{say.lead}</p>}
      {canTell && <Fields id={formId} kinds={kinds.data} form={form} />}
    </SidePanel>
  )
}

function Fields({
  id,
  kinds,
  form,
}: {
  id: string
  kinds: readonly LifeEventKindView[]
  form: ReturnType<typeof useAddLifeEvent>
}) {
  const close = useClosePanel()
  const [typed, setTyped] = useState<TypedEvent>(() => ({
    kind: null,
    eventDate: '',
    who: 'new',
    member: typedMemberFrom(null, { today: londonDate(new Date()) }),
    weddingPlace: null,
    document: null,
  }))
  const { problems } = form
  const { kind } = typed
  const put = (changed: Partial<TypedEvent>) => setTyped((before) => ({ ...before, ...changed }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await form.add(typed, londonDate(new Date())))) return
    notify(lifeEventMessages.saved)
    close()
  }
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      <FormErrors title={formErrorMessages.review} errors={listed(problems)} />
      <RadioCards
        legend={say.kind}
        name="lifeEventId"
        value={kind?.id ?? null}
        onChange={(chosen) => put({ kind: kinds.find((one) => one.id === chosen) ?? null, who: 'new' })}
        choices={kinds.map((one) => ({
          value: one.id,
          label: one.label,
          detail: [
            ...(one.type === 'disability' ? [] : [say.within(one.daysBefore, one.daysAfter)]),
            ...(one.needsEvidence ? [say.needsEvidence] : []),
          ].join('. '),
        }))}
        error={problems.lifeEventId}
      />
      {(kind === null || needsEventDate(kind.type)) && (
        <DateField
          label={say.date}
          name="eventDate"
          {...(kind && { min: kind.earliest, max: kind.latest })}
          value={typed.eventDate}
          onChange={(eventDate) => put({ eventDate })}
          error={problems.eventDate}
        />
      )}
      {kind?.familyMember && (
        <PersonConcerned kind={kind} value={typed.who} onChange={(who) => put({ who })} error={problems.who} />
      )}
      {addsMember(typed) && (
        <MemberFields
          typed={withRelationshipOfEvent(kind, typed.member)}
          onChange={(member) => put({ member })}
          problems={problems}
          isRelationshipGiven={kind?.familyMember !== 'either'}
        />
      )}
      {kind?.type === 'wedding' && (problems.weddingPlace !== undefined || typed.weddingPlace !== null) && (
        <RadioCards
          legend={say.weddingPlace}
          hint={say.weddingPlaceHint}
          name="weddingPlace"
          columns={2}
          value={typed.weddingPlace}
          // The value is one of the choices below.
          onChange={(place) => put({ weddingPlace: place as WeddingPlace })}
          choices={weddingPlaces.map((place) => ({ value: place, label: say.weddingPlaces[place] }))}
          error={problems.weddingPlace}
        />
      )}
      {kind?.needsEvidence && (
        <DocumentField document={typed.document} onChange={(document) => put({ document })} sending={form} />
      )}
    </form>
  )
}

function PersonConcerned({
  kind: { type, familyMember },
  value,
  onChange,
  error,
}: {
  kind: LifeEventKindView
  value: string
  onChange: (who: string) => void
  error: string | undefined
}) {
  const family = useFamily()
  // Without the list of members, the employee could only add a person who may already be on record.
  if (family.isError)
    return (
      <ErrorState error={family.error} title={say.familyFailed} onRetry={() => void family.refetch()}>
        {failureText(family.error)}
      </ErrorState>
    )
  const isKnown = concernsKnownMember(type)
  const known =
    family.data?.filter(({ relationship }) => familyMember === 'either' || relationship === familyMember) ?? []
  if (known.length === 0) return isKnown && family.data ? <p>{say.nobodyOnRecord}</p> : null
  return (
    <RadioCards
      legend={isKnown ? say.whomItConcerns : say.who}
      name="who"
      value={value}
      onChange={onChange}
      choices={[
        ...(isKnown ? [] : [{ value: 'new', label: say.somebodyNew }]),
        ...known.map(({ familyMemberId, name }) => ({ value: familyMemberId, label: name })),
      ]}
      error={error}
    />
  )
}

function SendDocument({ id, onClose }: { id: string; onClose: () => void }) {
  const events = useLifeEvents()
  const event = events.data?.find((one) => one.id === id && awaitsEvidence(one.state))
  const sending = useSendEvidence(id)
  const formId = useId()
  const shown = event !== undefined || sending.busy
  const [asked, setAsked] = useState(event?.state)
  if (event && asked === undefined) setAsked(event.state)
  const isAnother = asked !== undefined && asked !== 'requested'
  return (
    <SidePanel
      title={isAnother ? say.anotherTitle : say.evidenceTitle}
      busy={sending.busy}
      error={sending.failure && <Failure {...sending.failure} />}
      onClose={onClose}
      {...(shown && { footer: <SaveAndCancel formId={formId} busy={sending.busy || sending.preparing} /> })}
    >
      {events.isPending && <PanelLoading />}
      {events.isError && (
        <ErrorState error={events.error} title={say.ownFailed} onRetry={() => void events.refetch()}>
          {failureText(events.error)}
        </ErrorState>
      )}
      {events.data && !shown && <EmptyState title={say.gone} />}
      {shown && <p>{event?.label}</p>}
      {shown && <DocumentForm id={formId} sending={sending} />}
    </SidePanel>
  )
}

function DocumentForm({ id, sending }: { id: string; sending: ReturnType<typeof useSendEvidence> }) {
  const close = useClosePanel()
  const [document, setDocument] = useState<File | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await sending.sendDocument(document))) return
    notify(say.sent)
    close()
  }
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      <FormErrors title={formErrorMessages.review} errors={listed(sending.problems)} />
      <DocumentField document={document} onChange={setDocument} sending={sending} />
    </form>
  )
}

function DocumentField({
  document,
  onChange,
  sending: { choose, preparing, problems, busy },
}: {
  document: File | null
  onChange: (document: File | null) => void
  sending: Pick<ReturnType<typeof useSendEvidence>, 'choose' | 'preparing' | 'problems' | 'busy'>
}) {
  const tooLarge = document && !preparing ? sizeProblem(document).evidence : undefined
  return (
    <FileUpload
      label={say.document}
      hint={say.documentHint}
      error={problems.evidence ?? tooLarge}
      endings={evidenceExtensions}
      file={document}
      onChoose={(chosen) => void choose(chosen, onChange)}
      onRemove={() => void choose(null, onChange)}
      name="evidence"
      disabled={busy}
    />
  )
}

function Failure({ sentence, why }: SendFailure) {
  return (
    <>
      <p>{sentence}</p>
      {why !== null && <p>{why}</p>}
    </>
  )
}

function PanelLoading() {
  return (
    <Loading label={say.loading}>
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </Loading>
  )
}

function listed({ lifeEventId, eventDate, who, weddingPlace, evidence, ...member }: EventProblems) {
  return [
    { field: 'lifeEventId', message: lifeEventId },
    { field: 'eventDate', message: eventDate },
    { field: 'who', message: who },
    ...problemList(member),
    { field: 'weddingPlace', message: weddingPlace },
    { field: 'evidence', message: evidence },
  ].filter((problem) => problem.message !== undefined)
}
