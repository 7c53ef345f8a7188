import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../contract/call.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import { isRefused } from '../../contract/is-refused.ts'
import { formMessages } from '../../contract/messages.ts'
import { dateFieldMessages, notADate } from '../../ui/date-field.messages.ts'
import { familyPayloadOf, type TypedMember } from '../family/family-payload.rules.ts'
import { familyKey } from '../../domain/definition/family.rules.ts'
import { isComplete, problemsFromServer, problemsIn, type MemberProblems } from '../family/member-form.rules.ts'
import { evidenceLimits } from './evidence.rules.ts'
import {
  addLifeEvent,
  listLifeEventKinds,
  listLifeEvents,
  sendEvidence,
  type LifeEventKindView,
  type SentEvidence,
} from './life-events.contract.ts'
import { lifeEventMessages, lifeEventRefusals } from './life-events.messages.ts'
import type { WeddingPlace } from '../../services/people/life-event-types.rules.ts'
import { needsEventDate, concernsKnownMember, lifeEventsKey } from '../../services/people/life-events.rules.ts'

const kindsQuery = queryOptions({
  queryKey: [...lifeEventsKey, 'kinds'],
  queryFn: ({ signal }) => call(listLifeEventKinds, {}, signal),
})
export const useLifeEventKinds = () => useQuery(kindsQuery)

const eventsQuery = queryOptions({
  queryKey: [...lifeEventsKey, 'own'],
  queryFn: ({ signal }) => call(listLifeEvents, {}, signal),
})
export const useLifeEvents = () => useQuery(eventsQuery)

async function refreshAfterEvent(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: ['total-benefits'] })
  await Promise.all(
    [lifeEventsKey, familyKey, ['profile'], ['benefits']].map((queryKey) => client.invalidateQueries({ queryKey })),
  )
}

/** `who` is a family member's id, or 'new'. */
export type TypedEvent = {
  kind: LifeEventKindView | null
  eventDate: string
  who: string
  member: TypedMember
  weddingPlace: WeddingPlace | null
  document: File | null
}
export type EventProblems = MemberProblems & {
  weddingPlace?: string
  lifeEventId?: string
  eventDate?: string
  who?: string
  evidence?: string
}

function problemsOfEvent({ kind, eventDate, who, member, document }: TypedEvent, today: Today): EventProblems {
  return {
    ...(kind === null && { lifeEventId: formMessages.required }),
    ...((kind === null || needsEventDate(kind.type)) && dateProblem(kind, eventDate)),
    ...(addsMember({ kind, who }) && problemsIn(withRelationshipOfEvent(kind, member), today)),
    ...(kind?.needsEvidence && document && sizeProblem(document)),
  }
}
type Today = Parameters<typeof problemsIn>[1]

export function addsMember({ kind, who }: Pick<TypedEvent, 'kind' | 'who'>): boolean {
  return kind !== null && kind.familyMember !== null && !concernsKnownMember(kind.type) && who === 'new'
}

export function withRelationshipOfEvent(kind: LifeEventKindView | null, member: TypedMember): TypedMember {
  const relationship = kind?.familyMember
  return relationship === 'partner' || relationship === 'dependant' ? { ...member, relationship } : member
}

/** Checks the size first, so that megabytes are not sent only to be refused. */
export function sizeProblem({ size }: File): EventProblems {
  return size > evidenceLimits.bytes ? { evidence: lifeEventRefusals.notReadable } : {}
}

function dateProblem(kind: LifeEventKindView | null, date: string): EventProblems {
  if (date === '') return { eventDate: formMessages.required }
  if (date === notADate) return { eventDate: dateFieldMessages.notADate }
  if (kind === null || (kind.earliest <= date && date <= kind.latest)) return {}
  return { eventDate: lifeEventRefusals.date(kind.earliest, kind.latest) }
}

export function useAddLifeEvent() {
  const sending = useSending()
  const add = (typed: TypedEvent, today: Today) =>
    sending.send(problemsOfEvent(typed, today), async () => {
      const { kind, eventDate, who, document, weddingPlace } = typed
      const member = withRelationshipOfEvent(kind, typed.member)
      const isNew = addsMember(typed)
      const reply = await call(addLifeEvent, {
        body: {
          lifeEventId: kind?.id ?? '',
          ...(kind && needsEventDate(kind.type) && { eventDate }),
          ...(isNew && isComplete(member) && { familyMember: familyPayloadOf(member, null) }),
          ...(kind?.familyMember != null && who !== 'new' && { familyMemberId: who }),
          ...(weddingPlace && { weddingPlace }),
          ...(kind?.needsEvidence && document && { evidence: await evidenceOf(document) }),
        },
      })
      return reply.status
    })
  return { ...sending, add }
}

export function useSendEvidence(id: string) {
  const sending = useSending()
  const sendDocument = (document: File | null) =>
    sending.send(document ? sizeProblem(document) : { evidence: formMessages.required }, async () => {
      if (!document) return 'nothing to send'
      return (await call(sendEvidence, { params: { id }, body: await evidenceOf(document) })).status
    })
  return { ...sending, sendDocument }
}

export type SendFailure = { sentence: string; why: string | null }

function useSending() {
  const client = useQueryClient()
  const [problems, setProblems] = useState<EventProblems>({})
  const [failure, setFailure] = useState<SendFailure | null>(null)
  const [busy, setBusy] = useState(false)
  // Enter can be pressed again before the next render.
  const running = useRef(false)
  const [preparing, setPreparing] = useState(false)
  const lastChosen = useRef<File | null>(null)

  const choose = async (chosen: File | null, keep: (document: File | null) => void): Promise<void> => {
    lastChosen.current = chosen
    keep(chosen)
    setPreparing(chosen !== null)
    if (!chosen) return
    const ready = await import('./shrink-photo.ts').then(({ shrinkPhoto }) => shrinkPhoto(chosen)).catch(() => chosen)
    if (lastChosen.current !== chosen) return
    keep(ready)
    setPreparing(false)
  }

  const send = async (found: EventProblems, work: () => Promise<string>): Promise<boolean> => {
    if (running.current || preparing) return false
    setProblems(found)
    setFailure(null)
    if (Object.keys(found).length > 0) return false
    running.current = true
    setBusy(true)
    try {
      const status = await work()
      if (status !== 'ok') throw new Error(`Answered with the status ${status}`)
      void refreshAfterEvent(client)
      return true
    } catch (error) {
      const refused = problemsOfRefusal(error)
      setProblems(refused)
      running.current = false
      if (Object.keys(refused).length === 0)
        setFailure({ sentence: lifeEventMessages.failed, why: serverReason(error) })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { send, choose, preparing, problems, failure, busy }
}

/** The reason is shown below the sentence of the specification (LIFE-07). Null unless the server refused. */
function serverReason(error: unknown): string | null {
  return isRefused(error) ? error.message : null
}

function problemsOfRefusal(error: unknown): EventProblems {
  if (!(error instanceof CallFailed)) return {}
  const errors = error.fieldErrors
  const first = (field: string) => errors[field]?.[0]
  return {
    ...problemsFromServer(errors, 'familyMember.'),
    ...problemOf('lifeEventId', first('lifeEventId')),
    ...problemOf('eventDate', first('eventDate')),
    ...problemOf('weddingPlace', first('weddingPlace')),
    ...problemOf('who', first('familyMemberId') ?? first('familyMember')),
    ...problemOf('evidence', first('evidence') ?? first('content') ?? first('fileName')),
  }
}

function problemOf(field: keyof EventProblems, message: string | undefined): EventProblems {
  return message === undefined ? {} : { [field]: message }
}

async function evidenceOf(file: File): Promise<SentEvidence> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCodePoint(...bytes.subarray(at, at + 8192))
  return { fileName: file.name.slice(-100), content: btoa(text) }
}
