import { refuse } from '../../contract/refusals.ts'
import type { Call, Handler } from '../../platform/handle.ts'
import type { AppContext } from '../../platform/app-context.ts'
import {
  changeSelection,
  createSelection,
  notInThisState,
  type SelectionView,
} from '../../domain/selections/benefits.contract.ts'
import {
  confirmedVersion,
  currentSelectionBody,
  draftVersion,
  isComplete,
  requireChoice,
  requireDraft,
  requireMinimumContribution,
  requireNoIncrease,
  requireMayChoose,
  requirePartnerAnswer,
  requirePrice,
  requireSamePrice,
  requireTerms,
  requireVersion,
  statusForChoice,
} from '../../services/benefits/choosing.server.ts'
import { deleteMedicalAnswers } from '../medical/medical-answers.queries.ts'
import { needsEvidence } from '../../services/my-benefits/needs-evidence.rules.ts'
import { requireMedicalAnswers } from '../../services/benefits/medical-questions.server.ts'
import { requireMinimumWage } from '../take-home/minimum-wage-guard.server.ts'
import { conflictRefusal, appendIfUnchanged } from '../../services/benefits/append-version.server.ts'
import {
  type BenefitCall,
  benefitStatusAfterChange,
  readBenefitStatus,
} from '../../services/my-benefits/my-benefit.server.ts'
import { withPartnerAnswer } from '../../domain/selections/partner-cover-elsewhere.rules.ts'
import {
  handleWithPartnerPrices,
  type PartnersEngine,
  type PartnerRequests,
} from '../../services/benefits/partner-requests.server.ts'
import { type SelectionMails, selectionMails, selectionStep } from '../benefit-mails/selection-mails.queries.ts'
import { storedPrice } from '../../services/my-benefits/price-view.server.ts'
import type { SynchronousCostEngine } from '../../domain/pricing/cost-engine.ts'
import { activateSelections } from '../selections/activate-selections.server.ts'
import type { NewVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { selectionView } from '../../services/benefits/selection-view.server.ts'
import { insertSelection, selectionById } from '../../services/my-benefits/selections.queries.ts'
import {
  chosenForNextYear,
  nextScheme,
  priceOf,
  type BenefitStatus,
  statusOnDay,
  benefitStatusInYear,
  type StatusForChoosing,
} from '../../services/my-benefits/benefit-status.server.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { coverInForceOn } from '../../services/my-benefits/cover-in-force.server.ts'
import type { StateBeforeTransition } from '../../domain/selections/selection-steps.rules.ts'

export function saveChoiceHandlers(
  { serverSecret }: Pick<AppContext, 'serverSecret'>,
  engine: PartnersEngine,
): Handler[] {
  const mails = selectionMails(serverSecret)
  return [
    handleWithPartnerPrices(createSelection, { engine, wanted: choiceForPartners }, async (call, partner) => {
      const benefitStatus = await lockedBenefitStatus(call)
      // POST is for a first choice, or a choice after the selection has ended (BENEFIT-24). PATCH changes a current selection.
      if (benefitStatus.selection && !hasEnded(benefitStatus.selection))
        throw refuse(notInThisState, { body: currentSelectionBody(benefitStatus) })
      return saveChoice({ ...call, mails }, benefitStatus, partner)
    }),

    handleWithPartnerPrices(changeSelection, { engine, wanted: choiceForPartners }, async (call, partner) => {
      const benefitStatus = await lockedBenefitStatus(call)
      if (!benefitStatus.selection || hasEnded(benefitStatus.selection))
        throw refuse(notInThisState, { body: currentSelectionBody(benefitStatus) })
      return saveChoice({ ...call, mails }, benefitStatus, partner)
    }),
  ]
}

function choiceForPartners({ params, body }: Pick<ChoosingCall, 'params' | 'body'>): PartnerRequests | null {
  return body.draft ? null : { benefitId: params.id, values: body.values, effectiveFrom: body.effectiveFrom }
}

type ChoosingCall = Pick<
  Call<typeof createSelection>,
  'tx' | 'clientId' | 'caller' | 'today' | 'params' | 'body' | 'audit'
>

export type ChoosingWithMails = ChoosingCall & { mails: SelectionMails }

/** Locks the person first, because each choice is checked against the remaining pay. */
export async function lockedBenefitStatus(call: BenefitCall): Promise<BenefitStatus> {
  await lockPeople(call.tx, call.clientId, { people: [call.caller.personId] })
  return readBenefitStatus(call)
}

/** Saves a draft, or confirms a choice after checking price, limits, terms and window (S-74). */
export async function saveChoice(
  call: ChoosingWithMails,
  benefitStatus: BenefitStatus,
  partner?: SynchronousCostEngine,
): Promise<SelectionView> {
  const { body, caller } = call
  requireVersion(benefitStatus, body.version)
  requireMayChoose(benefitStatus)
  const asked = statusForChoice(benefitStatus, body)
  if (body.draft)
    return save(
      call,
      asked,
      draftVersion(asked, {
        choice: requireDraft(asked, body.values),
        step: body.step,
        actorId: caller.personId,
        partner,
      }),
    )

  const choice = requireChoice(asked, body.values)
  requirePartnerAnswer(asked, choice)
  const price = requirePrice(asked, choice, partner)
  const stored = storedPrice(price, asked.facts.payPeriods)
  requireNoIncrease(asked, { choice, price: stored })
  requireMinimumContribution(asked, { choice, price: stored })
  requireMinimumWage(asked, stored)
  requireMedicalAnswers(asked, price)
  requireTerms(asked)
  requireSamePrice(asked, price, body.expectedPerPeriod)
  const whole = confirmedVersion(asked, { choice, price, actorId: caller.personId })
  const now = whole.action === 'submit' ? await coverFromEvent(call, asked, partner) : asked
  const chosen = await save(call, now, whole)
  if (!needsEvidence(price)) await deleteMedicalAnswers(call.tx, call.clientId, chosenBy(call))
  const kept = whole.action === 'submit' ? await resubmitNextYear(call, asked, { choice, partner }) : undefined
  return kept ?? chosen
}

/** A choice for this year replaced next year's choice, so resubmit that one with the same people added or removed. */
async function resubmitNextYear(
  call: ChoosingWithMails,
  before: StatusForChoosing,
  { choice, partner }: { choice: Choice; partner: SynchronousCostEngine | undefined },
): Promise<SelectionView | undefined> {
  const ahead = chosenForNextYear(before)
  if (!ahead) return undefined
  const { scheme } = await readBenefitStatus(call)
  const next = nextScheme(scheme.before ?? scheme)
  const benefit = next?.benefits.find(({ id }) => id === before.benefit.id)
  if (!next || !benefit) return undefined
  const then = statusOnDay(benefitStatusInYear(next, benefit), ahead.from)
  const held = coverInForceOn(before.scheme, before.selection, before.scheme.today)?.version.choice.people ?? []
  const removed = held.filter((id) => !choice.people.includes(id))
  const added = choice.people.filter((id) => !held.includes(id))
  const people = [...new Set([...ahead.choice.people, ...added])].filter((id) => !removed.includes(id))
  const again = withPartnerAnswer({ ...ahead.choice, people }, choice)
  const outcome = isComplete(then, again) ? priceOf(then, again, partner) : undefined
  if (outcome?.outcome !== 'priced') return undefined
  const version = confirmedVersion(then, { choice: again, price: outcome.price, actorId: call.caller.personId })
  if (version.action !== 'submit') return undefined
  await inForceOf(call, then, await write(call, then, version))
  const { selection, ...benefitStatus } = await readBenefitStatus(call)
  return selection && selectionView({ ...benefitStatus, selection }, selection)
}

function chosenBy({ caller: { personId }, params: { id: benefitId } }: ChoosingCall) {
  return { personId, benefitId }
}

/** Covers people added by a life event from the date of the event, if no approval or evidence is needed. */
async function coverFromEvent(
  call: ChoosingWithMails,
  asked: StatusForChoosing,
  partner?: SynchronousCostEngine,
): Promise<BenefitStatus> {
  let benefitStatus: BenefitStatus = asked
  for (const { day, choice } of asked.firstDays?.earlier ?? []) {
    const then = statusOnDay(benefitStatus, day)
    const outcome = isComplete(then, choice) ? priceOf(then, choice, partner) : undefined
    if (outcome?.outcome !== 'priced') continue
    const { price } = outcome
    const next = confirmedVersion(then, { choice, price, actorId: call.caller.personId })
    if (next.action !== 'submit') continue
    requireMinimumWage(then, storedPrice(price, then.facts.payPeriods))
    const moved = await write(call, then, next)
    benefitStatus = statusOnDay(
      benefitStatusAfterChange(benefitStatus, await inForceOf(call, then, moved)),
      asked.effectiveFrom,
    )
  }
  return benefitStatus
}

async function save(call: ChoosingWithMails, benefitStatus: BenefitStatus, next: NewVersion): Promise<SelectionView> {
  const { tx, clientId } = call
  const moved = await write(call, benefitStatus, next)
  const stands = next.runs === 'this' ? await inForceOf(call, benefitStatus, moved) : moved
  await call.mails.tell(tx, clientId, [selectionStep(benefitStatus, moved)])
  return selectionView(benefitStatusAfterChange(benefitStatus, stands), stands)
}

async function write(
  call: ChoosingCall,
  benefitStatus: BenefitStatus,
  next: NewVersion,
): Promise<SelectionWithVersions> {
  const { tx, clientId, caller } = call
  const known = benefitStatus.scheme.selections.get(benefitStatus.benefit.id)
  const moved = known
    ? await appendIfUnchanged(call, benefitStatus, next, known)
    : await insertSelection(tx, clientId, {
        personId: caller.personId,
        benefitId: benefitStatus.benefit.id,
        first: next,
      })
  if (!moved) throw await conflictRefusal(call, benefitStatus)
  call.audit({ selectionId: moved.id, benefitId: benefitStatus.benefit.id, version: moved.version, state: moved.state })
  return moved
}

async function inForceOf(
  call: ChoosingCall,
  { scheme, effectiveFrom }: BenefitStatus,
  moved: SelectionWithVersions,
): Promise<SelectionWithVersions> {
  const { tx, clientId, caller } = call
  if ((await activateSelections(call, scheme, [{ moved, effectiveFrom }])) === 'as-written') return moved
  return (await selectionById(tx, clientId, { selectionId: moved.id, personId: caller.personId })) ?? moved
}

function hasEnded({ state }: Pick<StateBeforeTransition, 'state'>): boolean {
  return state === 'rejected' || state === 'opted-out' || state === 'withdrawn' || state === 'ended'
}
