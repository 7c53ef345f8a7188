import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, PersonId, SchemeYearId, SelectionId } from '../../contract/ids.ts'
import type { SelectionState } from './benefits.contract.ts'
import type { Choice } from '../definition/options.ts'
import type { SetupStep } from './setup-steps.rules.ts'
import type { StoredPrice } from './stored-price.ts'

export type SelectionHead = {
  id: SelectionId
  personId: PersonId
  benefitId: BenefitId
  state: SelectionState
  version: number
  versionInForce: number | null
}

/** A family member covered at the time. Stored with the version, so that later family changes do not alter history. */
export type CoveredPerson = { id: string; name: string; relationship: 'partner' | 'dependant' }

export type SelectionVersion = {
  version: number
  schemeYearId: SchemeYearId
  state: SelectionState
  action: string
  choice: Choice
  peopleCovered: CoveredPerson[]
  price: StoredPrice | null
  effectiveFrom: IsoDate | null
  effectiveTo: IsoDate | null
  replaces: number | null
  actorId: PersonId | null
  reason: string | null
  draftStep?: SetupStep | null
  recordedAt: string
}

export type SelectionWithVersions = SelectionHead & { newest: SelectionVersion; running: SelectionVersion | null }

export type NewVersion = Pick<
  SelectionVersion,
  'schemeYearId' | 'state' | 'action' | 'choice' | 'peopleCovered' | 'price' | 'effectiveFrom'
> & {
  effectiveTo?: IsoDate | null
  runs: 'this' | 'as-before' | 'nothing'
  /** Person who acted; null for the portal itself. */
  actorId: PersonId | null
  reason?: string | null
  draftStep?: SetupStep | null
}
