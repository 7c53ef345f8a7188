import type { Caller } from '../../contract/caller.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, type Call, type Handler } from '../../platform/handle.ts'
import { recalculateForFacts } from '../../services/recalculation/recalculate.queries.ts'
import { addFamilyMember, editFamilyMember, familyClosed, listFamily } from './family.contract.ts'
import { familyOf } from './family.queries.ts'
import { familyRecordOf } from './family-record.rules.ts'
import { addToOwnFamily, changeOwnFamily, requireOwnMembers } from './own-family.queries.ts'

export const familyHandlers: Handler[] = [
  handle(listFamily, async ({ caller: { personId, view }, clientId, tx }) => {
    // An employer who views the portal as an employee must not see the family (S-53).
    if (view?.grantedBy === 'employer') return []
    return (await familyOf(tx, clientId, { personId })).map(familyRecordOf)
  }),
  handle(addFamilyMember, add),
  handle(editFamilyMember, edit),
]

async function add({ caller, clientId, tx, today, params, body, audit }: Call<typeof addFamilyMember>) {
  const { personId } = caller
  // Another person's id gets the same error as an unknown id (S-46).
  if (params.id !== personId) throw refuse(notFound)
  requireOpen(caller)
  await requireOwnMembers(tx, clientId, { personId, ids: [body.familyMemberId] })
  const familyMemberId = await addToOwnFamily(tx, clientId, { personId, today, member: body })
  audit({ familyMember: familyMemberId })
  return { status: 'ok' as const, familyMemberId }
}

async function edit({ caller, clientId, tx, today, params, body, audit }: Call<typeof editFamilyMember>) {
  const { personId } = caller
  const { version: seen, ...member } = body
  requireOpen(caller)
  await changeOwnFamily(tx, clientId, { personId, today, id: params.id, member, seen })
  const selections = await recalculateForFacts(tx, clientId, { changed: new Map([[personId, today]]), today })
  audit({ familyMember: params.id, selections })
  return { status: 'ok' as const, familyMemberId: params.id }
}

function requireOpen({ employmentStatus }: Caller): void {
  if (employmentStatus !== 'active') throw refuse(familyClosed)
}
