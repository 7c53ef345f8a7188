import { daysBetween, type IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import { poundsFromPence } from '../../contract/money.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Call, handle, handleWithQuery, type Handler, type Tx } from '../../platform/handle.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { decideSelections } from '../selections/decide-selections.queries.ts'
import { belowMinimumWageAfter } from '../take-home/minimum-wage-guard.queries.ts'
import { awaitingApproval } from '../../services/recalculation/selection-states.rules.ts'
import { recalculateAllowances } from '../recalculation/recalculate-allowances.queries.ts'
import { recalculateForLaterFacts } from '../../services/recalculation/recalculate.queries.ts'
import { type SelectionMails, selectionMails } from '../benefit-mails/selection-mails.queries.ts'
import { pricesIfDecidedNow } from '../../services/recalculation/selection-pay.queries.ts'
import type { SelectionHead } from '../../domain/selections/selection.rules.ts'
import { selectionStatusById } from '../../services/my-benefits/my-benefit.server.ts'
import { loadPersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { poundsOf } from '../../services/my-benefits/price-view.server.ts'
import { lockSelections } from '../../services/my-benefits/selections.queries.ts'
import { lastDaysOf, peopleWhoLeft } from '../employees/employees.queries.ts'
import { endedMembers } from '../family/family.queries.ts'
import { listApprovalQueue, readDecisionFacts } from './approval-queue.contract.ts'
import { countSelectionsByStatus, listPendingSelections, readApprovalOverview } from './approvals.contract.ts'
import {
  belowMinimumWageRefusal,
  decidePendingSelections,
  familyChanged,
  hasLeftSince,
  mostAtOnce,
  nothingSelected,
  noLongerPending,
  ownSelection,
  startsAfterLeaving,
} from './decision.contract.ts'
import {
  countByState,
  latestBenefitsById,
  longestWaits,
  ownerOfPending,
  recordDecisions,
  pendingByBenefit,
  type PendingRow,
  pendingRows,
} from './approvals.queries.ts'
import { approvalFields, describeChoice, orderValueOf } from './approval-fields.server.ts'
import { decisionFactsOf } from './decision-facts.server.ts'

export function approvalHandlers({ serverSecret }: Pick<AppContext, 'serverSecret'>): Handler[] {
  const mails = selectionMails(serverSecret)
  return [
    handleWithQuery(
      readApprovalOverview,
      ({ clientId }, callerId) => pendingByBenefit(clientId, callerId),
      (found) => {
        const summary = found?.waiting ?? []
        return { count: summary.reduce((sum, { count }) => sum + count, 0), summary }
      },
    ),

    handle(listPendingSelections, async ({ tx, clientId, caller, params, today }) => {
      const known = await latestBenefitsById(tx, clientId, { benefitIds: [params.id], today })
      if (!known.has(params.id)) throw refuse(notFound)
      const selections = await pendingRows(tx, clientId, { benefitId: params.id })
      const asked = await pricedToday(tx, clientId, { selections, today })
      return asked.map((one) => viewOf(one, caller)).toSorted((a, b) => a.orderValue - b.orderValue)
    }),

    handle(listApprovalQueue, async ({ tx, clientId, caller, today }) => {
      const selections = await longestWaits(tx, clientId, { most: mostAtOnce })
      const asked = await pricedToday(tx, clientId, { selections, today })
      return asked.map((one) => ({
        ...viewOf(one, caller),
        benefitId: one.benefitId,
        benefitName: one.definition.name,
        category: one.definition.category,
        groupCode: one.definition.groupCode,
        firstName: one.firstName,
        surname: one.surname,
        summary: describeChoice(one.definition, one),
        employeePays: one.price && poundsOf(one.price.employeeMonthly),
        employerPays: one.price && poundsOf(one.price.employerMonthly),
        startsOn: one.effectiveFrom,
        sentOn: one.sentOn,
        daysWaited: daysBetween(one.sentOn, today),
      }))
    }),

    handle(readDecisionFacts, async ({ tx, clientId, params, today }) => {
      const personId = await ownerOfPending(tx, clientId, { selectionId: params.id })
      const scheme = personId && (await loadPersonScheme(tx, clientId, { personId, today }))
      return decisionFactsOf(selectionStatusById(scheme, params.id))
    }),

    handleWithQuery(
      countSelectionsByStatus,
      ({ clientId }) => countByState(clientId),
      (found) => found?.states ?? {},
    ),

    handle(decidePendingSelections, (call) => decideRequestedSelections({ ...call, mails })),
  ]
}

async function pricedToday<Row extends PendingRow>(
  tx: Tx,
  clientId: ClientId,
  { selections, today }: { selections: readonly Row[]; today: IsoDate },
): Promise<(Row & { lastDay: IsoDate | undefined })[]> {
  const lastDays = await lastDaysOf(tx, clientId, { people: selections.map(({ personId }) => personId) })
  const priced = selections.flatMap(({ price, effectiveFrom, ...one }) =>
    price && effectiveFrom ? [{ ...one, price, effectiveFrom }] : [],
  )
  const prices = await pricesIfDecidedNow(tx, clientId, { asked: priced, today })
  return selections.map((one) => ({
    ...one,
    price: prices.get(one.selectionId) ?? one.price,
    lastDay: lastDays.get(one.personId),
  }))
}

function viewOf(asked: PendingRow & { lastDay: IsoDate | undefined }, caller: { personId: PersonId }) {
  return {
    selectionId: asked.selectionId,
    version: asked.version,
    own: asked.personId === caller.personId,
    employeeName: `${asked.firstName} ${asked.surname}`,
    orderValue: orderValueOf(asked.price),
    fields: approvalFields(asked.definition, asked),
  }
}

type DecidingCall = Pick<
  Call<typeof decidePendingSelections>,
  'tx' | 'clientId' | 'caller' | 'today' | 'body' | 'audit'
> & { mails: SelectionMails }

export async function decideRequestedSelections({ tx, clientId, caller, today, body, audit, mails }: DecidingCall) {
  const selectionIds = [...new Set(body.selectionIds)]
  if (selectionIds.length === 0) throw refuse(nothingSelected)
  // Selections named only in `versions` must belong to the client too (S-48).
  const named = [...new Set([...selectionIds, ...selectionsIn(body.versions)])]
  const found = await lockSelections(tx, clientId, named)
  if (found.length < named.length) throw refuse(notFound)
  const selections = found.filter(({ id }) => selectionIds.includes(id))
  if (selections.some(({ personId }) => personId === caller.personId)) throw refuse(ownSelection)

  const changed = selections.filter((selection) => !isAsSeen(selection, body.versions)).map(({ id }) => id)
  if (changed.length > 0) throw refuse(noLongerPending, { body: { changed } })

  const left = body.approval
    ? await peopleWhoLeft(tx, clientId, { people: selections.map(({ personId }) => personId), today })
    : []
  const theirs = selections.filter(({ personId }) => left.includes(personId)).map(({ id }) => id)
  if (theirs.length > 0) throw refuse(hasLeftSince, { body: { changed: theirs } })

  const lastDays = body.approval
    ? await lastDaysOf(tx, clientId, { people: selections.map(({ personId }) => personId) })
    : new Map<PersonId, IsoDate>()
  const tooLate = selections.flatMap(({ id, personId, newest: { effectiveFrom: startsOn } }) => {
    const lastDay = lastDays.get(personId)
    return lastDay && startsOn && lastDay < startsOn ? [{ selectionId: id, lastDay, startsOn }] : []
  })
  if (tooLate.length > 0)
    throw refuse(startsAfterLeaving, { body: { changed: tooLate.map((one) => one.selectionId), lastDays: tooLate } })

  const outdated = body.approval ? await coveringEndedMembers(tx, clientId, selections) : []
  if (outdated.length > 0) throw refuse(familyChanged, { body: { changed: outdated } })

  const reason = body.reason || null
  const decision = { approved: body.approval, reason, actorId: caller.personId, today }
  const steps = await decideSelections(tx, clientId, { selections, ...decision })
  const below = body.approval ? await belowMinimumWageAfter(tx, clientId, { approved: selections, today }) : []
  if (below.length > 0)
    throw refuse(belowMinimumWageRefusal, {
      body: {
        changed: below.map(({ selectionId }) => selectionId),
        figures: below.map(({ selectionId, payAfter, floor, laterFrom }) => ({
          selectionId,
          payAfter: poundsFromPence(payAfter),
          floor: poundsFromPence(floor),
          from: laterFrom,
        })),
      },
    })
  await recordDecisions(
    tx,
    clientId,
    selections.map(({ id, version }) => ({
      selectionId: id,
      version,
      approved: body.approval,
      reason,
      decidedBy: caller.personId,
    })),
  )
  const people = [...new Set(selections.map(({ personId }) => personId))]
  if (body.approval) {
    const moved = selections.map(({ personId, benefitId, newest }) => ({
      personId,
      benefitId,
      from: newest.effectiveFrom ?? today,
    }))
    await recalculateForLaterFacts(tx, clientId, {
      begun: moved.map(({ from: effectiveFrom, ...one }) => ({ ...one, effectiveFrom })),
      today,
    })
    await recalculateAllowances(tx, clientId, { moved, today })
  }
  const benefitIds = selections.map(({ benefitId }) => benefitId)
  const benefits = await latestBenefitsById(tx, clientId, { benefitIds, today })
  await mails.tell(
    tx,
    clientId,
    steps.map((step) => ({ ...step, benefit: benefits.get(step.selection.benefitId)?.name ?? '' })),
  )
  audit({ approved: body.approval, selectionIds, people, reason }, people.length === 1 ? people[0] : undefined)
  return { status: 'ok' as const, decided: selections.length }
}

type SeenVersions = Readonly<Record<SelectionId, number>> | undefined

function selectionsIn(versions: SeenVersions): SelectionId[] {
  // The keys are selection ids.
  return Object.keys(versions ?? {}) as SelectionId[]
}

function isAsSeen({ id, state, version }: SelectionHead, versions: SeenVersions): boolean {
  return awaitingApproval.includes(state) && (versions === undefined || versions[id] === version)
}

async function coveringEndedMembers(
  tx: DecidingCall['tx'],
  clientId: DecidingCall['clientId'],
  selections: Awaited<ReturnType<typeof lockSelections>>,
): Promise<SelectionId[]> {
  const ended = await endedMembers(tx, clientId, { ids: selections.flatMap(({ newest }) => newest.choice.people) })
  return selections
    .filter(({ newest: { choice, effectiveFrom } }) =>
      choice.people.some((id) => {
        const on = ended.get(id)
        return on !== undefined && effectiveFrom !== null && on < effectiveFrom
      }),
    )
    .map(({ id }) => id)
}
