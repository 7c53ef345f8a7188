import type { IsoDate } from '../../contract/dates.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import type { BenefitId } from '../../contract/ids.ts'
import { type Pence, poundsFromPence } from '../../contract/money.ts'
import { notFound } from '../../contract/not-found.ts'
import { refusalText, refuse } from '../../contract/refusals.ts'
import type { Handler, ServiceInput } from '../../platform/handle.ts'
import { lifeEventKindsOn } from '../life-events/life-events.queries.ts'
import { calculateTakeHomeEffect, type EffectOutcome } from '../../domain/tax/take-home-effect.rules.ts'
import type { GrossToNet, PayChange } from '../../domain/tax/gross-to-net.rules.ts'
import { allowedActionsMessages } from '../../services/my-benefits/allowed-actions.messages.ts'
import { notSelectable } from '../../domain/selections/benefits.contract.ts'
import { laterOf } from '../../domain/windows/effective-date.rules.ts'
import { isActiveStatus } from '../../domain/eligibility/eligibility.rules.ts'
import { loadPersonScheme, type PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { handleAfterPartnerPrices, type PartnersEngine } from '../../services/benefits/partner-requests.server.ts'
import { priceView } from '../../services/my-benefits/price-view.server.ts'
import { ageOn } from '../../domain/pricing/age.ts'
import { penceFromDigits, splitEvenly } from '../../domain/pricing/money.ts'
import { hypotheticalScheme } from './hypothetical-scheme.server.ts'
import { payFactsIn, payChangesIn, schemeWithPrices, takeHomeEffect } from '../../services/benefits/take-home.server.ts'
import { takeHomeViewMessages as say } from '../../domain/tax/take-home-view.messages.ts'
import { takeHomeView } from '../take-home/take-home-view.server.ts'
import { selectionsNowAndThen } from './what-if-selections.server.ts'
import { availabilityChanges } from './availability-changes.server.ts'
import {
  type RequestedChoice,
  hypotheticalPrices,
  partnerRequestsForScenario,
  hypotheticalBenefitStatus,
  type HypotheticalChoice,
} from './what-if-prices.server.ts'
import { whatIf } from '../../domain/tax/what-if.contract.ts'

type ScenarioInput = ServiceInput<typeof whatIf>

export const whatIfHandlers = (engine: PartnersEngine): Handler[] => [
  handleAfterPartnerPrices(
    whatIf,
    {
      engine,
      questions: async (reading) => {
        const found = await schemesIn(reading)
        return found ? partnerRequestsForScenario(found.supposed, requestedChoices(found.supposed, reading)) : []
      },
    },
    async (call, partner) => {
      const { body, today } = call
      const found = await schemesIn(call)
      if (!found) throw refuse(notFound)
      const { now, supposed: then, on } = found
      requireEmployedIn(now)
      const asked = requestedChoices(then, call)
      // A benefit that is not offered gets the error of an unknown id (S-46), unless the person has it.
      if (asked.length < body.benefits.length || body.without.some((id) => !isKnown(then, id))) throw refuse(notFound)

      const leftOut = [...body.without, ...body.benefits.map(({ benefitId }) => benefitId)]
      const without = schemeWithPrices(then, asLeftOut(leftOut))
      const { supposed, own, scheme } = hypotheticalPrices(without, { asked, leftOut, partner })
      const views = body.benefits.flatMap(({ benefitId }) => supposed.get(benefitId) ?? [])
      const had = views.flatMap((one) => ('price' in one ? [[one.benefitStatus.benefit.id, one.price] as const] : []))
      // Refused choices leave the current version in force.
      const whole = schemeWithPrices(then, [...asLeftOut(body.without), ...had])
      const changes = [...payChangesIn(whole, [...body.without, ...had.map(([id]) => id)], on), ...own]
      const all = comparison({
        on,
        before: { scheme: now, changes: payChangesIn(now, [], today), when: say.asToday },
        after: { scheme: then, changes, when: say.asAsked },
      })
      return {
        today,
        on,
        known: knownOf(now),
        benefits: views.map((one) => scenarioView(one, leftOut)),
        held: selectionsNowAndThen(now, whole, { on, supposed, without: body.without }),
        ...availabilityChanges({ scheme: now, changes: payChangesIn(now, [], on) }, { scheme: then, changes }),
        together: comparison({
          on,
          before: { scheme: then, changes: payChangesIn(without, leftOut, on), when: say.withoutThem },
          after: { scheme: then, changes: [...payChangesIn(scheme, leftOut, on), ...own], when: say.withThem },
        }).view,
        comparedWithNow: all.view,
        takeHome: takeHomeInFirstMonth(all.effect),
      }
    },
  ),
]

async function schemesIn(reading: ScenarioInput) {
  const { tx, clientId, caller, today, body } = reading
  const { facts } = body
  const now = await loadPersonScheme(tx, clientId, { ...caller, today })
  if (!now) return undefined
  const kinds = facts.newChild ? (await lifeEventKindsOn(tx, clientId, { today }))?.kinds : []
  const births = (kinds ?? []).filter(
    ({ type, needsFamilyMember }) => needsFamilyMember === 'dependant' && type !== 'disability',
  )
  const known = hypotheticalScheme(now, facts, { births, on: today })
  const on = requestedChoices(known, reading)
    .map((one) => hypotheticalBenefitStatus(known, one).effectiveFrom)
    .reduce(laterOf, today)
  return { now, on, supposed: on === today ? known : hypotheticalScheme(now, facts, { births, on }) }
}

function requestedChoices({ benefits }: PersonScheme, { body }: Pick<ScenarioInput, 'body'>): RequestedChoice[] {
  return body.benefits.flatMap(({ benefitId, values }) => {
    const benefit = benefits.find(({ id }) => id === benefitId)
    return benefit ? [{ benefit, values }] : []
  })
}

function isKnown({ selections, benefits }: PersonScheme, id: BenefitId): boolean {
  return selections.has(id) || benefits.some((one) => one.id === id)
}

function asLeftOut(ids: readonly BenefitId[]) {
  return ids.map((id) => [id, null] as const)
}

function requireEmployedIn({ employment }: PersonScheme): void {
  if (isActiveStatus(employment.status)) return
  const reason = allowedActionsMessages.left
  throw refuse(notSelectable, { body: { message: reason, error: reason, cause: 'employment', opensOn: null } })
}

function knownOf(now: PersonScheme): ReplyOf<typeof whatIf>['known'] {
  const { salary, weeklyHours, taxCountry } = payFactsIn(now, now.today)
  return {
    salary: salary === null ? null : poundsFromPence(salary),
    weeklyHours: weeklyHours === null ? null : Number(weeklyHours),
    age: ageOn(now.person.dateOfBirth, now.today),
    taxCountry,
  }
}

function scenarioView(one: HypotheticalChoice, leftOut: readonly BenefitId[]) {
  const { benefit, effectiveFrom: on, scheme } = one.benefitStatus
  const asked = { benefitId: benefit.id, name: benefit.definition.name }
  if ('refused' in one) {
    const { refusal, details } = one.refused
    const errors = details.errors ?? {}
    return { ...asked, outcome: 'refused' as const, code: refusal.code, reason: refusalText(one.refused), errors }
  }
  const effect = takeHomeEffect(one.benefitStatus, one.price, leftOut)
  return {
    ...asked,
    outcome: 'priced' as const,
    price: priceView(one.price),
    takeHome: takeHomeView(effect, { facts: payFactsIn(scheme, on) }),
  }
}

type Pay = { scheme: PersonScheme; changes: readonly PayChange[]; when: string }

function comparison({ on, before, after }: { on: IsoDate; before: Pay; after: Pay }) {
  const facts = payFactsIn(after.scheme, on)
  const effect = calculateTakeHomeEffect({
    tables: after.scheme.taxTables,
    on,
    before: { ...before, facts: payFactsIn(before.scheme, on) },
    after: { ...after, facts },
  })
  return { effect, view: takeHomeView(effect, { facts }) }
}

/** The change is the difference of the two figures shown. */
function takeHomeInFirstMonth(effect: EffectOutcome): ReplyOf<typeof whatIf>['takeHome'] {
  if (effect.outcome === 'not-computed') return null
  const of = ({ takeHome }: GrossToNet) => {
    const perYear = penceFromDigits(takeHome.value)
    return { perMonth: splitEvenly(perYear, 12)[0] ?? 0n, perYear }
  }
  const [now, then] = [of(effect.before), of(effect.after)]
  const view = ({ perMonth, perYear }: { perMonth: Pence; perYear: Pence }) => ({
    perMonth: poundsFromPence(perMonth),
    perYear: poundsFromPence(perYear),
  })
  const change = { perMonth: then.perMonth - now.perMonth, perYear: then.perYear - now.perYear }
  return { now: view(now), supposed: view(then), change: view(change) }
}
