import { refuse } from '../../contract/refusals.ts'
import { handle, type Call, type Handler } from '../../platform/handle.ts'
import { changeAccount } from '../../services/session/account.queries.ts'
import { readUser } from '../session/user-and-client.queries.ts'
import { avatarUnknown, changeUser, detailsMissing, readProfile } from './profile.contract.ts'
import { listAvatars, saveAvatar, saveContact } from '../../services/people/profile.queries.ts'
import { readOwnProfile } from './own-profile.queries.ts'

export const profileHandlers: Handler[] = [
  handle(readProfile, async ({ caller: { personId, view }, clientId, tx, today }) => {
    const own = await readOwnProfile(tx, clientId, { personId, today })
    // An employer who views the portal as an employee must not see the family (S-53).
    const profile = view?.grantedBy === 'employer' ? { ...own, family: [] } : own
    const avatars = await listAvatars(tx, clientId)
    return { ...profile, avatars: avatars.map(({ label, address }) => ({ label, address })) }
  }),
  handle(changeUser, change),
]

async function change({ caller, clientId, tx, body, audit, nothingChanged }: Call<typeof changeUser>) {
  const { personId } = caller
  const { firstLogin, avatar, contact, wantsReminders } = body
  const fields = [...Object.keys(body).filter((field) => field !== 'contact'), ...Object.keys(contact ?? {})]
  if (avatar !== undefined) {
    const chosen = (await listAvatars(tx, clientId)).find(({ address }) => address === avatar)
    if (avatar !== null && !chosen) throw refuse(avatarUnknown, { errors: { avatar: [avatarUnknown.message] } })
    if (!(await saveAvatar(tx, clientId, { personId, picture: chosen?.picture ?? null }))) throw refuse(detailsMissing)
  }
  if (contact && !(await saveContact(tx, clientId, { personId, contact }))) throw refuse(detailsMissing)
  if (firstLogin !== undefined || wantsReminders !== undefined)
    await changeAccount(tx, clientId, personId, {
      ...(firstLogin !== undefined && { firstLogin }),
      ...(wantsReminders !== undefined && { wantsReminders }),
    })
  // The audit event names the changed fields, never their values.
  if (fields.length > 0) audit({ fields })
  else nothingChanged()
  return readUser(tx, clientId, caller)
}
