import { useState, type ComponentType } from 'react'
import { Button } from './Button.tsx'
import styles from './TourButton.module.css'
import { tourMessages } from './tour.messages.ts'

type TourButtonProps = { tour: ComponentType<{ onClose: () => void }>; isReady: boolean }

/** Starts a page's tour, whose texts are loaded only then. `isReady`: the parts that the tour explains are shown. */
export function TourButton({ tour: PageTour, isReady }: TourButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.start}>
      <Button kind="quiet" aria-disabled={!isReady} onClick={() => setOpen(isReady)}>
        {tourMessages.start}
      </Button>
      {open && <PageTour onClose={() => setOpen(false)} />}
    </div>
  )
}
