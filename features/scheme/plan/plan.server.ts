import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../contract/dates.ts'
import type { ClientId } from '../../../contract/ids.ts'
import { inRehearsal, type Tx } from '../../../database/database.ts'
import type { Database } from '../../../database/tables.ts'
import { schemeYearOn } from '../../benefits/benefits.queries.ts'
import {
  belowMinimumWage,
  heldOfWithdrawn,
  noLongerEntitled,
  pendingConcerned,
} from '../../benefits/population/attention.rules.ts'
import { choicesConcerned } from '../../benefits/population/choices-held.queries.ts'
import { daysUntil } from '../../benefits/population/days-until.queries.ts'
import { movementsOf } from '../../benefits/population/movements.rules.ts'
import { populationOn } from '../../benefits/population/population.queries.ts'
import type { Population } from '../../benefits/population/population.rules.ts'
import { outlooksOfEverybody } from '../../benefits/renewal/outlooks.queries.ts'
import { renewalAttention, renewalsByBenefit } from '../../benefits/renewal/renewal-plan.rules.ts'
import { rehearsePeople } from '../../employees/rehearse-people.queries.ts'
import { taxTables } from '../../take-home/tax-tables.queries.ts'
import { type Application, isChange, withFolder, writeApplication } from '../apply.server.ts'
import { resolveDay } from '../day.rules.ts'
import type { SchemeFault } from '../faults.ts'
import type { Secrets } from '../people.server.ts'
import { type Comparison, peoplePlan, populationPlan } from './assemble.rules.ts'
import { factsSince, lastFact } from './people-changes.queries.ts'
import { unfinishedSince } from '../unfinished-application.queries.ts'
import type { Plan } from './plan-format.ts'
import { schemeChanges } from './scheme-changes.rules.ts'
import { schemeStored } from './scheme-stored.queries.ts'

export type AskedPlan = {
  folder: string
  secrets: Secrets
  /** The day for which everything is told; today, or the first day of a scheme year that is still to come. */
  on?: IsoDate | undefined
  /** Whether people are named. */
  people: boolean
}

/** `unfinishedSince`: the moment of an application that not all people have yet. */
export type Planned =
  | { plan: Plan; unfinishedSince?: string | undefined }
  | { faults: SchemeFault[] }
  | { past: IsoDate }

/**
 * What applying a scheme folder would change. The whole application is run as it would be run, its effect on everybody
 * looked at, and all of it undone: nothing is left, not even a number drawn from a sequence.
 */
export function planScheme(db: Kysely<Database>, { folder, secrets, on: asked, people }: AskedPlan): Promise<Planned> {
  return withFolder<Planned>(db, { folder, secrets: secretsOfRehearsal(secrets) }, inRehearsal, (tx, application) => {
    const { today } = application.clock
    const first = resolveDay(application.scheme.year.value.from, application.scheme.today)
    const on = asked ?? (first > today ? first : today)
    return on < today ? Promise.resolve({ past: today }) : rehearsed(tx, application, { on, people })
  })
}

/** Hashing passwords takes most of an application with newcomers, and nobody will ever use these. */
function secretsOfRehearsal(secrets: Secrets): Secrets {
  return { ...secrets, hashPassword: () => Promise.resolve('') }
}

async function rehearsed(
  tx: Tx,
  application: Application,
  { on, people }: { on: IsoDate; people: boolean },
): Promise<Extract<Planned, { plan: Plan }>> {
  const { clientId, isNew, scheme, clock } = application
  const { today } = clock
  const from = resolveDay(scheme.year.value.from, scheme.today)
  rehearsePeople(tx)
  const storedBefore = await schemeStored(tx, clientId, { from })
  const last = await lastFact(tx, clientId)
  const before = await undone(tx, () => populationBy(tx, clientId, { today, on }))

  const unfinished = await unfinishedSince(tx, clientId)
  const applied = await writeApplication(tx, application)
  const storedAfter = await schemeStored(tx, clientId, { from })
  const facts = await factsSince(tx, clientId, { last })
  const renewals = from > today ? renewalsByBenefit(await outlooksOfEverybody(tx, clientId, { today })) : undefined
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
      changes: isChange(applied),
      scheme: schemeChanges({ before: storedBefore, after: storedAfter }),
      people: peoplePlan({ before, after }, facts, { people }),
      ...populationPlan(whole, { people }),
    },
  }
}

/** Everybody on a day, once the days until then have brought what they bring by themselves. */
async function populationBy(
  tx: Tx,
  clientId: ClientId,
  { today, on }: { today: IsoDate; on: IsoDate },
): Promise<Population> {
  await daysUntil(tx, clientId, { today, on })
  return populationOn(tx, clientId, { on })
}

async function comparison(
  tx: Tx,
  clientId: ClientId,
  { before, after }: { before: Population; after: Population },
): Promise<Omit<Comparison, 'renewal'>> {
  const movements = movementsOf({ before, after })
  const year = await schemeYearOn(tx, clientId, { date: after.on })
  const choices = year ? await choicesConcerned(tx, clientId, { before, after, year, taxTables: taxTables() }) : []
  return {
    before,
    after,
    movements,
    attention: [
      ...heldOfWithdrawn({ before, after }),
      ...noLongerEntitled(movements, { before, after }),
      ...choices,
      ...belowMinimumWage({ before, after }, taxTables()),
      ...pendingConcerned({ before, after }),
    ],
  }
}

/** Does something and takes it back, within the transaction. */
async function undone<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint undone`.execute(tx)
  const result = await work()
  await sql`rollback to savepoint undone`.execute(tx)
  return result
}
