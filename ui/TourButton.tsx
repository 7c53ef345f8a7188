import { useState, type ComponentType } from 'react'
import { Button } from './Button.tsx'
import styles from './TourButton.module.css'
import { tourMessages } from './tour.messages.ts'

/** Starts a page's tour, whose texts are loaded only then. */
export function TourButton({ tour: PageTour }: { tour: ComponentType<{ onClose: () => void }> }) {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.start}>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {tourMessages.start}
      </Button>
      {open && <PageTour onClose={() => setOpen(false)} />}
    </div>
  )
}
