import { sql } from 'kysely'
import { type IsoDate, showDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { planDetailsOf } from '../../domain/selections/plan-details.rules.ts'
import { type DatedVersion, coverPeriodOn, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'
import { deathCoverMessages as say } from './death-benefits.messages.ts'
import type { DeathCover } from './employees.contract.ts'
import { newestFacts } from '../../services/people/newest-facts.queries.ts'

/** Returns benefits that pay out on death and were in force on the day; undefined if no death is recorded. */
export async function deathCoverOf(
  tx: Tx,
  clientId: ClientId,
  { personId }: { personId: PersonId },
): Promise<DeathCover | undefined> {
  const diedOn = await dayOfDeath(tx, clientId, { personId })
  if (diedOn === null) return undefined
  const versions = await versionsOf(tx, clientId, { personId })
  const benefits = [...Map.groupBy(versions, (one) => one.selectionId)].flatMap(([selectionId, own]) => {
    const held = coverPeriodOn(coverPeriodsOf(own), diedOn)?.version
    return held?.definition.paysOnDeath ? [{ selectionId, ...coverText(held) }] : []
  })
  return { diedOn, lead: say.lead(showDate(diedOn)), benefits }
}

function coverText({ definition, choice, sumInsured }: Version): Omit<DeathCover['benefits'][number], 'selectionId'> {
  const { name, schemeNumber, claim = {} } = definition.provider
  const chosen = planDetailsOf(definition, choice)
    .map(({ label, value }) => `${label}: ${value}`)
    .join(', ')
  const contacts = [claim.phone, claim.email, claim.link].filter((one) => one !== undefined)
  return {
    benefitName: definition.name,
    coverInWords: sumInsured === null ? say.unknownSum(chosen) : say.sum(BigInt(sumInsured), chosen),
    provider: say.scheme(name, schemeNumber),
    claim: contacts.join(', ') || say.noContact,
  }
}

async function dayOfDeath(tx: Tx, clientId: ClientId, { personId }: { personId: PersonId }): Promise<IsoDate | null> {
  const { rows } = await sql<{ fact: string; value: string | null }>`
    select fact, value
    from (${newestFacts(clientId, { facts: ['end-date', 'leaving-reason'], person: sql`= ${personId}` })}) as newest
    order by fact
  `.execute(tx)
  const of = (name: string) => rows.find(({ fact }) => fact === name)?.value ?? null
  // The value of this fact is a day.
  return of('leaving-reason') === 'death' ? (of('end-date') as IsoDate | null) : null
}

type Version = DatedVersion & {
  selectionId: SelectionId
  choice: Choice
  /** In pence. */
  sumInsured: string | null
  definition: BenefitDefinition
}

async function versionsOf(tx: Tx, clientId: ClientId, { personId }: { personId: PersonId }): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select
      selection.id as "selectionId", version.version, version.state, version.action, version.choice,
      version.effective_from as "effectiveFrom", version.effective_to as "effectiveTo",
      version.price #>> '{cover,effective}' as "sumInsured",
      benefit.definition
    from selection
    join selection_version as version on version.client_id = ${clientId} and version.selection_id = selection.id
    join benefit
      on benefit.client_id = ${clientId}
      and benefit.scheme_year_id = version.scheme_year_id
      and benefit.id = selection.benefit_id
    where selection.client_id = ${clientId}
      and selection.person_id = ${personId}
    order by benefit.position, benefit.name, selection.id, version.version
  `.execute(tx)
  return rows
}
