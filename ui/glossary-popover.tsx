import { useLayoutEffect } from 'react'
import { buttonMessages } from '../contract/messages.ts'
import { Button } from './Button.tsx'
import type { GlossaryWord } from './glossary-words.ts'
import styles from './GlossaryText.module.css'
import { explanations } from './glossary.messages.ts'

type ExplanationProps = { word: GlossaryWord; id: string; onShown: () => void; onClose: () => void }

export function GlossaryPopover({ word, id, onShown, onClose }: ExplanationProps) {
  // oxlint-disable-next-line react/exhaustive-deps -- only once, when the text is in the page
  useLayoutEffect(onShown, [])
  const { title, text } = explanations[word]
  return (
    <>
      <span id={id} className={styles.text}>
        <strong>{title}</strong> <span>{text}</span>
      </span>
      <Button kind="quiet" onClick={onClose}>
        {buttonMessages.close}
      </Button>
    </>
  )
}
