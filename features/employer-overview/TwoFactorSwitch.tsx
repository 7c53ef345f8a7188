import { useId, useState } from 'react'
import { buttonMessages, errorMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { Card } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/States.tsx'
import { notify } from '../../ui/use-notices.ts'
import { useMasquerade } from '../session/use-session.ts'
import { platformSettingsMessages as say } from './platform-settings.messages.ts'
import styles from './PlatformSettings.module.css'
import { useChangeTwoFactorEnforcement, useTwoFactorEnforcement, useTwoFactorCount } from './use-platform-settings.ts'

export function TwoFactorSwitch() {
  const id = useId()
  const enforcement = useTwoFactorEnforcement()
  return (
    <Card as="section" labelledBy={id}>
      <div className={styles.section}>
        <h2 id={id} className={styles.title}>
          {say.twoFactor}
        </h2>
        {enforcement.status === 'pending' && (
          <Loading label={say.loading}>
            <Skeleton shape="heading" width="third" />
            <Skeleton shape="block" />
          </Loading>
        )}
        {enforcement.status === 'error' && (
          <ErrorState
            error={enforcement.error}
            title={errorMessages.retryLater}
            onRetry={() => void enforcement.refetch()}
          />
        )}
        {enforcement.status === 'success' && <Switch isEnforced={enforcement.data} />}
      </div>
    </Card>
  )
}

function Switch({ isEnforced }: { isEnforced: boolean }) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const isOwn = useMasquerade() === null
  return (
    <>
      <Checkbox
        asSwitch
        label={say.enforce}
        hint={isOwn ? (isEnforced ? say.isEnforced : say.isNotEnforced) : say.onlyYourself}
        checked={isEnforced}
        disabled={!isOwn}
        onChange={setWanted}
      />
      <Link to={paths.employeeData()}>{say.seeList}</Link>
      {wanted !== null && <SwitchDialog wanted={wanted} onClose={() => setWanted(null)} />}
    </>
  )
}

function SwitchDialog({ wanted, onClose }: { wanted: boolean; onClose: () => void }) {
  const change = useChangeTwoFactorEnforcement()
  const count = useTwoFactorCount({ having: !wanted })
  const words = wanted ? say.on : say.off
  return (
    <ConfirmDialog
      title={words.title}
      confirm={{
        label: words.confirm,
        busyLabel: say.saving,
        act: async () => {
          await change.mutateAsync(wanted)
          notify(words.done)
        },
        failure: () => errorMessages.retryLater,
      }}
      cancelLabel={buttonMessages.cancel}
      onClose={onClose}
    >
      <p role="status">
        <strong>
          {count.status === 'pending' && say.counting}
          {count.status === 'error' && say.notCounted}
          {count.status === 'success' && words.concerns(count.data)}
        </strong>
      </p>
      <p>{words.text}</p>
    </ConfirmDialog>
  )
}
