import type { IsoDate } from '../../../contract/dates.ts'
import type { BenefitId, PersonId, SchemeYearId, SelectionId } from '../../../contract/ids.ts'
import type { SelectionState } from '../benefits.contract.ts'
import type { Choice } from '../definition/options.ts'
import type { StoredPrice } from './stored-price.ts'

/** One person's membership of one benefit, over all scheme years. */
export type SelectionHead = {
  id: SelectionId
  personId: PersonId
  benefitId: BenefitId
  /** 'none' once a first draft was dropped: nothing was ever chosen. */
  state: SelectionState
  version: number
  /** The version in force and paid for; null when nothing runs. */
  versionInForce: number | null
}

/** A family member as covered at the time: kept with the version, so that a later change of the family rewrites no history. */
export type CoveredPerson = { id: string; name: string; relationship: 'partner' | 'dependant' }

export type SelectionVersion = {
  version: number
  /** The scheme year whose options, rates and terms it uses. */
  schemeYearId: SchemeYearId
  state: SelectionState
  /** The step that made this version, such as 'apply' or 'approve'. */
  action: string
  choice: Choice
  peopleCovered: CoveredPerson[]
  price: StoredPrice | null
  effectiveFrom: IsoDate | null
  effectiveTo: IsoDate | null
  /** The version this one takes the place of. */
  replaces: number | null
  actorId: PersonId | null
  reason: string | null
  recordedAt: string
}

/** A head with the version it shows and the one that runs meanwhile. */
export type SelectionWithVersions = SelectionHead & { newest: SelectionVersion; running: SelectionVersion | null }

/** What a writer says of a new version; its number, time and predecessor follow from the head. */
export type NewVersion = {
  schemeYearId: SchemeYearId
  state: SelectionState
  action: string
  choice: Choice
  peopleCovered: CoveredPerson[]
  price: StoredPrice | null
  effectiveFrom: IsoDate | null
  effectiveTo?: IsoDate | null
  /** What is in force and paid for from now on: this version, the one before, or nothing. */
  runs: 'this' | 'as-before' | 'nothing'
  /** Who did it; the person whose selection it is stands on the head. */
  actorId: PersonId | null
  reason?: string | null
}
