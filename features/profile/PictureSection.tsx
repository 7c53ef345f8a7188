import { failureText } from '../../contract/call-failed.ts'
import { Alert } from '../../ui/Alert.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { notify } from '../../ui/use-notices.ts'
import { useUser } from '../session/use-session.ts'
import { useTheme } from '../theme/use-theme.ts'
import styles from './ProfilePage.module.css'
import type { Profile } from './profile.contract.ts'
import { profileMessages } from './profile.messages.ts'
import { ProfileSection } from './ProfileSection.tsx'
import { useChangeUser } from './use-profile.ts'

export function PictureSection({ avatars }: { avatars: Profile['avatars'] }) {
  const chosen = useUser()?.avatar ?? ''
  const plain = useTheme((theme) => theme.plainAvatar)
  const change = useChangeUser()
  const choose = (address: string) => {
    change.mutate({ avatar: address || null }, { onSuccess: () => notify(profileMessages.pictureSaved) })
  }
  return (
    <ProfileSection title={profileMessages.picture}>
      {change.error && (
        <Alert kind="error" isAnswer>
          {failureText(change.error)}
        </Alert>
      )}
      <RadioCards
        legend={profileMessages.picture}
        hideLegend
        hint={profileMessages.pictureHint}
        name="avatar"
        value={change.isPending ? (change.variables.avatar ?? '') : chosen}
        onChange={choose}
        columns={2}
        choices={[{ label: profileMessages.plain, address: '' }, ...avatars].map(({ label, address }) => ({
          value: address,
          label: (
            <span className={styles.picture}>
              {(address || plain) && <img src={address || plain || ''} alt="" width="32" height="32" />}
              {label}
            </span>
          ),
        }))}
      />
    </ProfileSection>
  )
}
