import { Fragment, useId, useRef, useState } from 'react'
import { explainedParts, type ExplainedWord } from './explained-words.ts'
import styles from './Explained.module.css'
import { onDemand } from './on-demand.tsx'
import { placePopover } from './place-popover.ts'
import { Retry } from './Retry.tsx'

const Explanation = onDemand(() => import('./explanation.tsx').then((m) => m.Explanation), Retry)

/** A text whose difficult words are buttons that explain them. Not for labels and buttons. */
export function Explained({ text }: { text: string }) {
  return explainedParts(text).map((part, index) => (
    // The parts of a text never change places.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{part.word ? <Word word={part.word} text={part.text} /> : part.text}</Fragment>
  ))
}

/** The popover is a span, because paragraphs may not contain a div. */
function Word({ word, text }: { word: ExplainedWord; text: string }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLSpanElement>(null)
  const close = () => {
    popover.current?.hidePopover()
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.word}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void Explanation.ahead()}
      >
        <span>{text}</span>
      </button>
      {/* A dialog handles Escape. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <span
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        tabIndex={-1}
        aria-label={text}
        aria-describedby={`${id}-text`}
        className={styles.popover}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Escape would also close a panel around the popover.
          event.preventDefault()
          event.stopPropagation()
          close()
        }}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget && !popover.current?.contains(relatedTarget)) popover.current?.hidePopover()
        }}
      >
        {open && (
          <Explanation
            word={word}
            id={`${id}-text`}
            onShown={() => {
              placePopover(popover.current, button.current)
              popover.current?.focus()
            }}
            onClose={close}
          />
        )}
      </span>
    </>
  )
}
