import { buttonMessages } from '../../contract/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { useMeantClick } from '../../ui/use-meant-click.ts'
import styles from './Setup.module.css'

export type Ways = { onBack: () => void; next: () => void }

type StepButtonsProps = Pick<Ways, 'onBack'> & {
  busy?: boolean
  /** Another button is the main action. */
  quiet?: boolean
}

/** Back and Next. Next submits the surrounding form. */
export function StepButtons({ onBack, busy = false, quiet = false }: StepButtonsProps) {
  const isMeant = useMeantClick()
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
