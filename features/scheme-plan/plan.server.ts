import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { inRolledBackTransaction, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { schemeYearOn } from '../../services/my-benefits/benefits.queries.ts'
import {
  belowMinimumWage,
  holdersOfWithdrawn,
  noLongerEligible,
  affectedApplications,
} from '../population/attention-list.rules.ts'
import { affectedChoices } from '../population/affected-choices.queries.ts'
import { runBenefitJobsUntil } from '../population/run-jobs-until.queries.ts'
import { eligibilityChanges } from '../population/eligibility-changes.rules.ts'
import { populationOn } from '../population/population.queries.ts'
import type { Population } from '../population/population.rules.ts'
import { nextYearForecastsOfAll } from '../renewal/next-year-forecasts.queries.ts'
import { renewalAttention, renewalsByBenefit } from '../renewal/renewal-plan.rules.ts'
import { markAsRolledBack } from '../employees/fact-sequence.queries.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import { type SchemeToApply, changesAnything, withFolder, writeSchemeFolder } from '../scheme/apply-scheme.server.ts'
import { resolveDay } from '../../domain/definition/day.rules.ts'
import type { SchemeFault } from '../../services/scheme/scheme-faults.ts'
import type { Secrets } from '../scheme/import-people.server.ts'
import { type Comparison, peoplePlan, populationPlan } from './assemble-plan.rules.ts'
import { factsSince, newestFactSequence } from './people-changes.queries.ts'
import { unfinishedSince } from '../scheme/unfinished-application.queries.ts'
import type { Plan } from './plan-format.ts'
import { schemeChanges } from './scheme-changes.rules.ts'
import { storedScheme } from './stored-scheme.queries.ts'

export type PlanRequest = {
  folder: string
  secrets: Secrets
  /** The described day: today, or the first day of a later scheme year. */
  on?: IsoDate | undefined
  people: boolean
}

/** `unfinishedSince`: an earlier application of a folder began at this time and has not reached all people. */
export type PlanResult =
  | { plan: Plan; unfinishedSince?: string | undefined }
  | { faults: SchemeFault[] }
  | { past: IsoDate }

/** Applies the folder, compares everybody before and after, and rolls back everything, including sequence numbers. */
export function planScheme(
  db: Kysely<Database>,
  { folder, secrets, on: asked, people }: PlanRequest,
): Promise<PlanResult> {
  return withFolder<PlanResult>(
    db,
    { folder, secrets: secretsOfRehearsal(secrets) },
    inRolledBackTransaction,
    (tx, application) => {
      const { today } = application.clock
      const first = resolveDay(application.scheme.year.value.from, application.scheme.today)
      const on = asked ?? (first > today ? first : today)
      return on < today ? Promise.resolve({ past: today }) : rehearsed(tx, application, { on, people })
    },
  )
}

/** Skips password hashing, which takes most of the time for many joiners. The accounts are rolled back. */
function secretsOfRehearsal(secrets: Secrets): Secrets {
  return { ...secrets, hashPassword: () => Promise.resolve('') }
}

async function rehearsed(
  tx: Tx,
  application: SchemeToApply,
  { on, people }: { on: IsoDate; people: boolean },
): Promise<Extract<PlanResult, { plan: Plan }>> {
  const { clientId, isNew, scheme, clock } = application
  const { today } = clock
  const from = resolveDay(scheme.year.value.from, scheme.today)
  markAsRolledBack(tx)
  const storedBefore = await storedScheme(tx, clientId, { from })
  const last = await newestFactSequence(tx, clientId)
  const before = await inUndoneRehearsal(tx, () => populationBy(tx, clientId, { today, on }))

  const unfinished = await unfinishedSince(tx, clientId)
  const applied = await writeSchemeFolder(tx, application)
  const storedAfter = await storedScheme(tx, clientId, { from })
  const facts = await factsSince(tx, clientId, { last })
  const renewals = from > today ? renewalsByBenefit(await nextYearForecastsOfAll(tx, clientId, { today })) : undefined
  const after = await populationBy(tx, clientId, { today, on })
  const compared = await comparison(tx, clientId, { before, after })
  const whole: Comparison = {
    ...compared,
    attention: [...renewalAttention(renewals ?? []), ...compared.attention],
    renewal: renewals ? { from, benefits: renewals } : null,
  }

  return {
    unfinishedSince: unfinished,
    plan: {
      format: 2,
      client: { code: scheme.client.value.addresses[0] ?? '', name: scheme.client.value.name, isNew },
      today,
      on,
      changes: changesAnything(applied),
      scheme: schemeChanges({ before: storedBefore, after: storedAfter }),
      people: peoplePlan({ before, after }, facts, { people }),
      ...populationPlan(whole, { people }),
    },
  }
}

async function populationBy(
  tx: Tx,
  clientId: ClientId,
  { today, on }: { today: IsoDate; on: IsoDate },
): Promise<Population> {
  await runBenefitJobsUntil(tx, clientId, { today, on })
  return populationOn(tx, clientId, { on })
}

async function comparison(
  tx: Tx,
  clientId: ClientId,
  { before, after }: { before: Population; after: Population },
): Promise<Omit<Comparison, 'renewal'>> {
  const movements = eligibilityChanges({ before, after })
  const year = await schemeYearOn(tx, clientId, { date: after.on })
  const choices = year ? await affectedChoices(tx, clientId, { before, after, year, taxTables: taxTables() }) : []
  return {
    before,
    after,
    movements,
    attention: [
      ...holdersOfWithdrawn({ before, after }),
      ...noLongerEligible(movements, { before, after }),
      ...choices,
      ...belowMinimumWage({ before, after }, taxTables()),
      ...affectedApplications({ before, after }),
    ],
  }
}

async function inUndoneRehearsal<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint undone`.execute(tx)
  const result = await work()
  await sql`rollback to savepoint undone`.execute(tx)
  return result
}
