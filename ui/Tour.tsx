import { useEffect, useId, useRef, useState } from 'react'
import { buttonMessages } from '../contract/messages.ts'
import { Button } from './Button.tsx'
import styles from './Tour.module.css'
import { tourMessages } from './tour.messages.ts'
import { useModal } from './use-modal.ts'

/** `target` is a CSS selector. */
type TourStep = { target: string; title: string; text: string }

/** Explains the parts of a page one after the other. Parts that the page doesn't show are left out. */
export function Tour({ steps, onClose }: { steps: readonly TourStep[]; onClose: () => void }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const modal = useModal({ onClosed: onClose, locked: false })
  const [shown] = useState(() => steps.filter(({ target }) => elementOf(target)))
  const [place, setPlace] = useState(0)
  const step = shown[place]

  useEffect(() => {
    const part = step && elementOf(step.target)
    part?.setAttribute('data-toured', '')
    part?.scrollIntoView({ block: 'start' })
    // Screen readers then read the title and the text of each step.
    heading.current?.focus({ preventScroll: true })
    return () => part?.removeAttribute('data-toured')
  }, [step])

  return (
    <dialog {...modal.dialogProps} className={styles.tour} aria-labelledby={`${id}-title`}>
      <h2 ref={heading} id={`${id}-title`} tabIndex={-1} data-first-focus aria-describedby={`${id}-text`}>
        {step?.title}
      </h2>
      <p id={`${id}-text`}>{step?.text}</p>
      <div className={styles.foot}>
        <span>{tourMessages.place(place + 1, shown.length)}</span>
        <Button kind="quiet" onClick={modal.close}>
          {tourMessages.end}
        </Button>
        {place > 0 && (
          <Button kind="secondary" onClick={() => setPlace(place - 1)}>
            {buttonMessages.back}
          </Button>
        )}
        {place + 1 < shown.length && <Button onClick={() => setPlace(place + 1)}>{buttonMessages.next}</Button>}
      </div>
    </dialog>
  )
}

/** Returns the last visible match, because wide and narrow pages show different menus. */
function elementOf(target: string): Element | undefined {
  return [...document.querySelectorAll(target)].findLast((element) => element.checkVisibility())
}
