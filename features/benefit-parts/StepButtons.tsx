import { buttonMessages } from '../../contract/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { useDeliberateClick } from '../../ui/use-deliberate-click.ts'
import styles from './Setup.module.css'

export type StepActions = { onBack: () => void; next: () => void }

type StepButtonsProps = Pick<StepActions, 'onBack'> & {
  busy?: boolean
  /** True if another button is the main action. */
  quiet?: boolean
}

export function StepButtons({ onBack, busy = false, quiet = false }: StepButtonsProps) {
  const isMeant = useDeliberateClick()
  return (
    <div className={styles.buttons}>
      <Button type="submit" kind={quiet ? 'secondary' : 'primary'} busy={busy} onClick={isMeant}>
        {buttonMessages.next}
      </Button>
      <Button kind="secondary" onClick={onBack}>
        {buttonMessages.back}
      </Button>
    </div>
  )
}
