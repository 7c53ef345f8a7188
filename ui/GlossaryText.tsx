import { Fragment, useId, useRef, useState } from 'react'
import { splitAtGlossaryWords, type GlossaryWord } from './glossary-words.ts'
import styles from './GlossaryText.module.css'
import { loadOnDemand } from './load-on-demand.tsx'
import { positionPopover } from './position-popover.ts'
import { Retry } from './Retry.tsx'

const GlossaryPopover = loadOnDemand(() => import('./glossary-popover.tsx').then((m) => m.GlossaryPopover), Retry)

/** A text whose difficult words are buttons that explain them. Not for labels and buttons. */
export function GlossaryText({ text }: { text: string }) {
  return splitAtGlossaryWords(text).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never change places
    <Fragment key={index}>{part.word ? <Word word={part.word} text={part.text} /> : part.text}</Fragment>
  ))
}

/** The popover is a span, because paragraphs may not contain a div. */
function Word({ word, text }: { word: GlossaryWord; text: string }) {
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
        onPointerEnter={() => void GlossaryPopover.ahead()}
      >
        <span>{text}</span>
      </button>
      {/* The dialog handles Escape. */}
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
          <GlossaryPopover
            word={word}
            id={`${id}-text`}
            onShown={() => {
              positionPopover(popover.current, button.current)
              popover.current?.focus()
            }}
            onClose={close}
          />
        )}
      </span>
    </>
  )
}
