import { type Refused, refusalText, refuse } from '../../contract/refusals.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { penceFromPounds } from '../../contract/money.ts'
import { notFound } from '../../contract/not-found.ts'
import type { Call } from '../../platform/handle.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { changedMeanwhile, priceChanged } from '../../domain/selections/benefits.contract.ts'
import { activateSelections } from '../selections/activate-selections.server.ts'
import { deleteMedicalAnswers } from '../medical/medical-answers.queries.ts'
import { benefitStatusById } from '../../services/my-benefits/my-benefit.server.ts'
import { loadPersonScheme, type PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { type SelectionMails, selectionStep } from '../benefit-mails/selection-mails.queries.ts'
import { priceView } from '../../services/my-benefits/price-view.server.ts'
import type { SynchronousCostEngine } from '../../domain/pricing/cost-engine.ts'
import { selectionView } from '../../services/benefits/selection-view.server.ts'
import type { SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { appendVersion } from '../../services/my-benefits/selections.queries.ts'
import type { confirmBasket } from './basket.contract.ts'
import { basketMessages as say } from './basket.messages.ts'
import { type Draft, draftsOf, priceBasket, type PricedDraft } from './basket-prices.server.ts'

type ConfirmRequest = Pick<Call<typeof confirmBasket>, 'tx' | 'clientId' | 'caller' | 'today' | 'body' | 'audit'> & {
  mails: SelectionMails
}
type SeenDraft = ConfirmRequest['body']['changes'][number]
type ReadyDraft = Extract<PricedDraft, { outcome: 'ready' }>

export async function confirmDrafts(
  call: ConfirmRequest,
  partner: SynchronousCostEngine | undefined,
): Promise<ReplyOf<typeof confirmBasket>> {
  const { tx, clientId, caller, body } = call
  // Lock the person, because each choice is checked against the pay that other choices leave.
  await lockPeople(tx, clientId, { people: [caller.personId] })
  const scheme = await lockedScheme(call)
  const drafts = requireSeenDrafts(scheme, body.changes)
  const { items } = priceBasket(scheme, { drafts, actorId: caller.personId, partner })
  const ready = items.map(requireReady)
  for (const one of ready) requireSamePrice(one, body.changes)

  const moved = await save(call, scheme, ready)
  call.audit({
    selectionIds: moved.map(({ id }) => id),
    benefitIds: moved.map(({ benefitId }) => benefitId),
    states: moved.map(({ state }) => state),
  })
  const after = await lockedScheme(call)
  return {
    confirmed: body.changes.flatMap(({ benefitId }) => {
      const benefitStatus = benefitStatusById(after, benefitId)
      const { selection, benefit } = benefitStatus
      return selection ? [{ name: benefit.definition.name, selection: selectionView(benefitStatus, selection) }] : []
    }),
  }
}

async function lockedScheme({ tx, clientId, caller, today }: ConfirmRequest): Promise<PersonScheme> {
  const scheme = await loadPersonScheme(tx, clientId, { personId: caller.personId, today })
  if (!scheme) throw refuse(notFound)
  return scheme
}

function requireSeenDrafts(scheme: PersonScheme, changes: readonly SeenDraft[]): Draft[] {
  const drafts = new Map(draftsOf(scheme).map((draft) => [draft.benefit.id, draft]))
  const stale = changes.filter(({ benefitId, version }) => drafts.get(benefitId)?.selection.version !== version)
  // A benefit that isn't offered gets the same error as an unknown id (S-46).
  const names = stale.map(({ benefitId }) => benefitStatusById(scheme, benefitId).benefit.definition.name)
  if (names.length > 0) {
    const message = say.about(names.join(', '), changedMeanwhile.message)
    throw refuse(changedMeanwhile, {
      body: { message, error: message, changed: stale.map(({ benefitId }) => benefitId) },
    })
  }
  return changes.flatMap(({ benefitId }) => drafts.get(benefitId) ?? [])
}

function requireReady(one: PricedDraft): ReadyDraft {
  if (one.outcome === 'ready') return one
  throw refusalNaming(one.draft, one.refused)
}

function refusalNaming({ benefit }: Draft, refused: Refused): Refused {
  const { refusal, details } = refused
  const message = say.about(benefit.definition.name, refusalText(refused))
  return refuse(refusal, { ...details, body: { ...details.body, message, error: message, changed: [benefit.id] } })
}

function requireSamePrice({ draft, price }: ReadyDraft, changes: readonly SeenDraft[]): void {
  const seen = changes.find(({ benefitId }) => benefitId === draft.benefit.id)
  if (seen && penceFromPounds(seen.expectedPerPeriod) === BigInt(price.employeePerPeriod[0] ?? 0)) return
  throw refusalNaming(draft, refuse(priceChanged, { body: { price: priceView(price) } }))
}

async function save(
  call: ConfirmRequest,
  scheme: PersonScheme,
  ready: readonly ReadyDraft[],
): Promise<SelectionWithVersions[]> {
  const { tx, clientId } = call
  const moved: SelectionWithVersions[] = []
  for (const { draft, next } of ready) {
    const one = await appendVersion(tx, clientId, { selection: draft.selection, next })
    if (!one) throw refusalNaming(draft, refuse(changedMeanwhile))
    moved.push(one)
  }
  await activateSelections(
    call,
    scheme,
    ready.flatMap(({ draft, next }, index) => {
      const one = moved[index]
      return one && next.runs === 'this' ? [{ moved: one, effectiveFrom: draft.effectiveFrom }] : []
    }),
  )
  await call.mails.tell(
    tx,
    clientId,
    ready.flatMap(({ draft }, index) => {
      const one = moved[index]
      return one ? [selectionStep(draft, one)] : []
    }),
  )
  for (const { draft, needsEvidence } of ready)
    if (!needsEvidence)
      await deleteMedicalAnswers(tx, clientId, { personId: call.caller.personId, benefitId: draft.benefit.id })
  return moved
}
