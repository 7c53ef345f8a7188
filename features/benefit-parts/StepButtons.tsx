import type { ReactNode } from 'react'
import { buttonMessages } from '../../contract/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { useDeliberateClick } from '../../ui/use-deliberate-click.ts'
import { BottomBar } from './BottomBar.tsx'
import styles from './Setup.module.css'

export type StepActions = { onBack: () => void; next: () => void; nextStep?: string | undefined; price?: ReactNode }

type StepButtonsProps = Omit<StepActions, 'next'> & {
  busy?: boolean
  quiet?: boolean
}

export function StepButtons({ onBack, nextStep, price, busy = false, quiet = false }: StepButtonsProps) {
  const isMeant = useDeliberateClick()
  return (
    <div className={styles.stepButtons}>
      <Button kind="secondary" onClick={onBack}>
        {buttonMessages.back}
      </Button>
      <BottomBar price={price}>
        <Button type="submit" kind={quiet ? 'secondary' : 'primary'} busy={busy} onClick={isMeant}>
          {buttonMessages.next}
          {nextStep && `: ${nextStep.toLowerCase()}`}
        </Button>
      </BottomBar>
    </div>
  )
}
