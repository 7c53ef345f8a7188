import { useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import frame from '../../ui/Dialog.module.css'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { useModal } from '../../ui/use-modal.ts'
import type { Slide } from './home.contract.ts'
import { welcomeMessages } from './home.messages.ts'
import { useWelcomeSlides } from './use-welcome-slides.ts'
import styles from './WelcomeSlides.module.css'

export function WelcomeSlides() {
  const slides = useWelcomeSlides()
  const [closed, setClosed] = useState(false)
  return slides.length > 0 && !closed ? <Carousel slides={slides} onClose={() => setClosed(true)} /> : null
}

function Carousel({ slides, onClose }: { slides: readonly Slide[]; onClose: () => void }) {
  const modal = useModal({ onClosed: onClose, locked: false })
  const [place, setPlace] = useState(0)
  const track = useRef<HTMLUListElement>(null)
  const forward = useRef<HTMLButtonElement>(null)
  const isLast = place === slides.length - 1

  const turnTo = (to: number) => {
    const slide = track.current?.children[to]
    if (!slide) return
    // Move the focus before its element is hidden.
    if (to === 0 || track.current?.contains(document.activeElement)) forward.current?.focus()
    slide.scrollIntoView({ inline: 'start', block: 'nearest' })
    setPlace(to)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key === 'ArrowRight') turnTo(place + 1)
    else if (event.key === 'ArrowLeft') turnTo(place - 1)
    else return modal.dialogProps.onKeyDown(event)
    event.preventDefault()
  }
  const settled = () => {
    const { scrollLeft = 0, clientWidth = 1 } = track.current ?? {}
    setPlace(Math.round(scrollLeft / clientWidth))
  }

  return (
    <dialog
      {...modal.dialogProps}
      onKeyDown={onKeyDown}
      className={classNames(frame.dialog, styles.slides)}
      aria-label={welcomeMessages.title}
    >
      <ul ref={track} role="list" className={styles.track} onScrollEnd={settled}>
        {slides.map(({ title, text, imageUrl }, index) => (
          <li key={title} className={styles.slide} inert={index !== place}>
            {imageUrl && <img src={imageUrl} alt="" className={styles.picture} />}
            <h2 tabIndex={-1} data-first-focus={index === 0 || undefined}>
              {title}
            </h2>
            <SafeHtml html={text} headingFrom={3} />
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <p className={styles.place}>
          <span role="status" className="visually-hidden">
            {`${welcomeMessages.place(place + 1, slides.length)}: ${slides[place]?.title}`}
          </span>
          {slides.map(({ title }, index) => (
            <span key={title} className={styles.dot} data-current={index === place || undefined} aria-hidden="true" />
          ))}
        </p>
        <div className={styles.buttons}>
          {place > 0 && (
            <Button kind="secondary" onClick={() => turnTo(place - 1)}>
              {welcomeMessages.back}
            </Button>
          )}
          <Button ref={forward} onClick={() => (isLast ? modal.close() : turnTo(place + 1))}>
            {isLast ? welcomeMessages.done : welcomeMessages.next}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
