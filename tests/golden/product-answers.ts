import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import { Refused } from '../../contract/refusals.ts'
import { inClient, type PortalDatabase, type Tx } from '../../database/database.ts'
import { checkChoice } from '../../domain/selections/choice.rules.ts'
import { confirmedVersion } from '../../services/benefits/choosing.server.ts'
import { loadPersonScheme, type PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { requireMinimumWage } from '../../features/take-home/minimum-wage-guard.server.ts'
import { nextVersion } from '../../services/recalculation/next-version.server.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { versionAfterMedicalDecision } from '../../features/medical/medical-decision.server.ts'
import type { NewVersion, SelectionVersion } from '../../domain/selections/selection.rules.ts'
import { paySchedule } from '../../services/my-benefits/selection-pay.rules.ts'
import { approvalAction } from '../../services/recalculation/approval-actions.rules.ts'
import { transitionOf } from '../../services/recalculation/selection-states.rules.ts'
import { firstDayOverMaximumAge } from '../../domain/eligibility/eligibility-loss.rules.ts'
import { priceOf, type BenefitStatus, benefitStatusOf } from '../../services/my-benefits/benefit-status.server.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { deductionsOf } from '../../services/payroll/deductions.queries.ts'
import { nextIncrease } from '../../services/benefits/next-increase.server.ts'
import type { Accepted, Answer, Question } from './golden-lines.ts'

type Rises = Extract<Answer, { from: string }>['rises']
type Amount = { version: number; periodId: string; payCode: string; employee: bigint; employer: bigint }
/** Tax methods by version of a selection, pay code and payer. Deductions made before a change keep their method. */
type Methods = ReadonlyMap<number, ReadonlyMap<string, string>>

export function answersOfProduct(
  db: PortalDatabase,
  clientId: ClientId,
  questions: readonly Question[],
): Promise<{ question: Question; answer: Answer }[]> {
  return inClient(db, clientId, async (tx, { now, today }) => {
    const accounts = await tx
      .selectFrom('account')
      .select(['email', 'person_id as personId'])
      .where('client_id', '=', clientId)
      .execute()
    const idOf = new Map(accounts.map(({ email, personId }) => [email, personId]))
    const answers: { question: Question; answer: Answer }[] = []
    for (const [email, asked] of Map.groupBy(questions, (question) => question.email)) {
      const personId = idOf.get(email)
      const scheme = personId && (await loadPersonScheme(tx, clientId, { personId, today }))
      if (!scheme) throw new Error(`${email} has no account`)
      for (const question of asked)
        answers.push({ question, answer: await answerOf({ tx, clientId, now, personId }, scheme, question) })
    }
    return answers
  })
}

type Asking = { tx: Tx; clientId: ClientId; now: string; personId: PersonId }

async function answerOf(asking: Asking, scheme: PersonScheme, question: Question): Promise<Answer> {
  const benefit = [...scheme.benefits, ...scheme.pots].find(({ code }) => code === question.benefit)
  if (!benefit) throw new Error(`${question.benefit} is not offered`)
  const benefitStatus = benefitStatusOf(scheme, benefit)
  return question.held ? heldBy(asking, benefitStatus) : chosenBy(asking, benefitStatus, question)
}

async function heldBy({ tx, clientId }: Asking, benefitStatus: BenefitStatus): Promise<Answer> {
  const { scheme, selection } = benefitStatus
  const running = selection?.running
  if (!selection || !running?.price || running.effectiveFrom === null) throw new Error('Nothing runs')
  const lines = await deductionsOf(tx, clientId, { selectionId: selection.id })
  const rises = risesOf(benefitStatus, { choice: running.choice, from: running.effectiveFrom })
  return answer(scheme, {
    from: running.effectiveFrom,
    price: running.price,
    lines,
    methods: await methodsOf({ tx, clientId }, selection.id),
    rises,
    waits: selection.state === 'pended',
  })
}

async function methodsOf({ tx, clientId }: { tx: Tx; clientId: ClientId }, selectionId: SelectionId): Promise<Methods> {
  const versions = await tx
    .selectFrom('selection_version')
    .select(['version', 'price'])
    .where('client_id', '=', clientId)
    .where('selection_id', '=', selectionId)
    .execute()
  return methodsIn(versions.map(({ version, price }) => ({ version, price: price as StoredPrice | null })))
}

function methodsIn(versions: readonly { version: number; price: StoredPrice | null }[]): Methods {
  return new Map(
    versions.map(({ version, price }) => [
      version,
      new Map(price?.parts.map(({ payCode, payer, taxMethod }) => [`${payCode} ${payer}`, taxMethod])),
    ]),
  )
}

/** Returns the selection that would exist if the person chose this today and the employer approved it. */
function chosenBy(
  { now, personId }: Asking,
  benefitStatus: BenefitStatus,
  { choice: asked, accepted }: Question,
): Answer {
  const { scheme, choosing, benefit, facts, effectiveFrom } = benefitStatus
  if (!choosing.allowed) return { refused: choosing.reason }
  const people = scheme.family.filter(({ firstName }) => asked.people.includes(firstName)).map(({ id }) => id)
  const choice: Choice = { values: asked.values, people }
  const held = scheme.heldAtYearStart.get(benefit.id)
  const { definition } = benefit
  const faults = checkChoice({ definition, choice, facts, on: effectiveFrom, ...(held && { heldAtYearStart: held }) })
  const [fault] = Object.values(faults)
  if (fault !== undefined) return { refused: fault }
  const outcome = priceOf(benefitStatus, choice)
  if (outcome.outcome === 'not-priced') return { refused: outcome.sentence }

  const version = approved(confirmedVersion(benefitStatus, { choice, price: outcome.price, actorId: personId }))
  if (!version.price) throw new Error('What is confirmed has a price')
  const { price } = version
  const belowWage = refusedFor(() => requireMinimumWage(benefitStatus, price))
  if (belowWage !== undefined) return { refused: belowWage }
  const confirmed = { ...version, version: 1, replaces: null, recordedAt: now, effectiveTo: null, reason: null }
  const decided = accepted === undefined ? undefined : decidedBy(benefitStatus, confirmed, accepted)
  const versions = [confirmed, ...(decided ? [{ ...decided, version: 2, recordedAt: now }] : [])]
  const endsFrom = firstDayOverMaximumAge(benefitStatus.benefit.definition, scheme.person.dateOfBirth)
  const { lines } = paySchedule({
    versions: versions.map((one) => ({ ...one, parts: one.price?.parts ?? [] })),
    periods: scheme.periods,
    today: scheme.today,
    schemeYears: [scheme.year],
    deducted: [],
    ...(endsFrom && { endsFrom }),
  })
  const rises = risesOf(benefitStatus, { choice, from: effectiveFrom })
  const runs = decided ?? version
  return answer(scheme, {
    from: runs.effectiveFrom ?? effectiveFrom,
    price: runs.price ?? price,
    lines,
    methods: methodsIn(versions),
    rises,
    waits: runs.state === 'pended',
  })
}

function decidedBy(benefitStatus: BenefitStatus, confirmed: SelectionVersion, accepted: Accepted): NewVersion {
  const { scheme, benefit, selection } = benefitStatus
  if (selection || confirmed.state !== 'pended') throw new Error('Only what waits is decided about')
  return versionAfterMedicalDecision(benefitStatus, {
    selection: {
      // The decision does not use the id of the selection.
      id: benefit.id as string as SelectionId,
      personId: scheme.person.personId,
      benefitId: benefit.id,
      state: 'pended',
      version: 1,
      versionInForce: 1,
      newest: confirmed,
      running: confirmed,
    },
    versions: [confirmed],
    accepts: typeof accepted === 'number' ? BigInt(accepted) * 100n : accepted,
    today: scheme.today,
  }).next
}

function risesOf(benefitStatus: BenefitStatus, counting: { choice: Choice; from: IsoDate }): Rises {
  const next = nextIncrease(benefitStatus, counting)
  if (!next) return undefined
  if (next.outcome === 'kept') return { on: next.on, to: undefined }
  const { employeeYearly: employee, employerYearly: employer } = next.price
  return { on: next.on, to: { values: next.choice.values, yearly: { employee, employer } } }
}

function refusedFor(required: () => void): string | undefined {
  try {
    required()
    return undefined
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure
    return String(failure.details?.body?.['message'])
  }
}

function approved(version: NewVersion): NewVersion {
  if (version.runs === 'this') return version
  const action = approvalAction(version.price)
  const step = transitionOf({ state: version.state, running: false }, action, 'employer')
  if (step.outcome === 'refused') throw new Error(step.sentence)
  const newest = { ...version, version: 1, replaces: null, recordedAt: '', effectiveTo: null, reason: null }
  return nextVersion({ selection: { newest, running: null }, action, step, actorId: null })
}

function answer(
  { periods }: PersonScheme,
  {
    from,
    price,
    lines,
    methods,
    rises,
    waits,
  }: {
    from: string
    price: StoredPrice
    lines: readonly Amount[]
    methods: Methods
    rises: Rises
    waits: boolean
  },
): Answer {
  const payOn = new Map(periods.map((period) => [period.id, period.payOn]))
  return {
    from,
    yearly: { employee: BigInt(price.employeeYearly), employer: BigInt(price.employerYearly) },
    cover: price.cover ? { chosen: BigInt(price.cover.selected), runs: BigInt(price.cover.effective) } : undefined,
    waits,
    rises,
    pay: lines.flatMap(({ version, periodId, payCode, ...amounts }) =>
      (['employee', 'employer'] as const)
        .filter((side) => amounts[side] !== 0n)
        .map((side) => ({
          payCode,
          side,
          method: methods.get(version)?.get(`${payCode} ${side}`) ?? 'none',
          pays: payOn.get(periodId) ?? 'never',
          pence: amounts[side],
        })),
    ),
  }
}
