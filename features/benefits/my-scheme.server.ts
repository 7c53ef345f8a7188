import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Tx } from '../../database/database.ts'
import { type Payroll, payrollByCode } from '../payroll/pay-periods.queries.ts'
import { type AcceptedTerms, benefitTermsAcceptedBy } from './benefit-terms.queries.ts'
import {
  benefitsOffered,
  type EnrolmentWindow,
  factsFrom,
  type FamilyRow,
  familyOf,
  type OfferedBenefit,
  type PersonRow,
  personOf,
  ratesOf,
  type SchemeYear,
  schemeYearOn,
  statementGroupsOf,
  windowsFor,
} from './benefits.queries.ts'
import type { Choice } from './options.ts'
import { type DatedFact, type Employment, employmentOn } from './person-facts.rules.ts'
import type { RateTable } from './pricing/rate-table.ts'
import type { SelectionWithVersions } from './selection.rules.ts'
import { choicesInForceOn } from './selection-versions.queries.ts'
import { selectionsOfPerson } from './selections.queries.ts'

/** Everything that decides what one person may choose and what it costs, read once a request. */
export type MyScheme = {
  today: IsoDate
  year: SchemeYear
  benefits: OfferedBenefit[]
  rates: RateTable[]
  windows: EnrolmentWindow[]
  person: PersonRow
  family: FamilyRow[]
  facts: DatedFact[]
  /** As it stands today. */
  employment: Employment
  /** Undefined for a person whom no payroll of this scheme year pays. */
  payroll: Payroll | undefined
  selections: ReadonlyMap<BenefitId, SelectionWithVersions>
  heldAtYearStart: ReadonlyMap<BenefitId, Choice>
  acceptedTerms: AcceptedTerms[]
  /** Groups of benefits for which there are statements. */
  statementGroups: ReadonlySet<string>
}

export type Asking = { personId: PersonId; today: IsoDate }

/**
 * One statement for each kind of thing, however many benefits there are. Undefined between two scheme years, and for an
 * account without personal details.
 */
export async function loadMyScheme(
  tx: Tx,
  clientId: ClientId,
  { personId, today }: Asking,
): Promise<MyScheme | undefined> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  const person = year && (await personOf(tx, clientId, { personId }))
  if (!year || !person) return undefined
  const inYear = { schemeYearId: year.id, personId }
  const facts = await factsFrom(tx, clientId, { personId, date: today })
  const employment = employmentOn(facts, today)
  const selections = await selectionsOfPerson(tx, clientId, inYear)
  return {
    today,
    year,
    benefits: await benefitsOffered(tx, clientId, inYear),
    rates: await ratesOf(tx, clientId, inYear),
    windows: await windowsFor(tx, clientId, inYear),
    person,
    family: await familyOf(tx, clientId, { personId }),
    facts,
    employment,
    payroll:
      employment.payroll === null
        ? undefined
        : await payrollByCode(tx, clientId, { schemeYearId: year.id, code: employment.payroll, from: year.from }),
    selections: new Map(selections.map((selection) => [selection.benefitId, selection])),
    heldAtYearStart: await heldAtYearStart(tx, clientId, { ...inYear, year, selections }),
    acceptedTerms: await benefitTermsAcceptedBy(tx, clientId, { personId }),
    statementGroups: await statementGroupsOf(tx, clientId, { personId }),
  }
}

/** Read from the versions only where something has changed since; an unchanged selection is what was held. */
async function heldAtYearStart(
  tx: Tx,
  clientId: ClientId,
  { personId, year, selections }: { personId: PersonId; year: SchemeYear; selections: SelectionWithVersions[] },
): Promise<ReadonlyMap<BenefitId, Choice>> {
  if (selections.some(({ version }) => version > 1)) {
    return choicesInForceOn(tx, clientId, { personId, schemeYearId: year.id, date: year.from })
  }
  const held = selections.filter(({ running }) => running?.effectiveFrom && running.effectiveFrom <= year.from)
  return new Map(held.map(({ benefitId, newest }) => [benefitId, newest.choice]))
}

/** As above for one benefit; one that is not offered to this client answers as any random id does (S-46). */
export async function loadMyBenefit(
  tx: Tx,
  clientId: ClientId,
  { benefitId, ...asking }: Asking & { benefitId: BenefitId },
): Promise<{ scheme: MyScheme; benefit: OfferedBenefit }> {
  const scheme = await loadMyScheme(tx, clientId, asking)
  const benefit = scheme?.benefits.find((one) => one.id === benefitId)
  if (!scheme || !benefit) throw refuse(notFound)
  return { scheme, benefit }
}
