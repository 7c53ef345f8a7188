import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import type { SelectionId } from '../../contract/ids.ts'
import type { Call } from '../../platform/handle.ts'
import type { readBenefit, readSelection } from './benefits.contract.ts'
import { loadMyBenefit, loadMyScheme, type MyScheme } from './my-scheme.server.ts'
import type { SelectionWithVersions } from './selection.rules.ts'
import { shown, type Standing, standingOf } from './standing.server.ts'

type Asking = 'tx' | 'clientId' | 'caller' | 'today' | 'params'
export type BenefitCall = Pick<Call<typeof readBenefit>, Asking>
export type SelectionCall = Pick<Call<typeof readSelection>, Asking>
export type StandingWithSelection = Standing & { selection: SelectionWithVersions }

/** How the caller stands to the benefit of the path; 404 for one that is not offered to them. */
export async function standingIn({ tx, clientId, caller, today, params }: BenefitCall): Promise<Standing> {
  const { scheme, benefit } = await loadMyBenefit(tx, clientId, {
    personId: caller.personId,
    today,
    benefitId: params.id,
  })
  return standingOf(scheme, benefit)
}

/** How the caller stands to the selection of the path; 404 for another person's, as for one that never was (S-46). */
export async function standingOfSelection({
  tx,
  clientId,
  caller,
  today,
  params,
}: SelectionCall): Promise<StandingWithSelection> {
  const scheme = await loadMyScheme(tx, clientId, { personId: caller.personId, today })
  const held = scheme && selectionIn(scheme, params.id)
  const benefit = held && scheme.benefits.find((one) => one.id === held.benefitId)
  if (!scheme || !held || !benefit) throw refuse(notFound)
  return { ...standingOf(scheme, benefit), selection: held }
}

/** The same person after a selection of theirs moved. */
export function standingAfter({ scheme, benefit }: Standing, moved: SelectionWithVersions): Standing {
  return standingOf({ ...scheme, selections: new Map(scheme.selections).set(benefit.id, moved) }, benefit)
}

function selectionIn({ selections }: MyScheme, id: SelectionId): SelectionWithVersions | undefined {
  return shown([...selections.values()].find((one) => one.id === id))
}
