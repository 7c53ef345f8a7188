import { useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { lostAnswerMessages } from './lost-answer.messages.ts'

type LostAnswerProps = {
  /** What is unknown, as in 'your choice was saved'. */
  whether: string
  not: string
  isTitled?: boolean
  isChecked?: boolean
  /** Returns whether the change was saved. Rejects if the server still does not answer. */
  check: () => Promise<boolean>
  onSaved: () => void
}

export function LostAnswer({ whether, not, isTitled = false, isChecked = false, check, onSaved }: LostAnswerProps) {
  const [state, setState] = useState<'unknown' | 'checking' | 'not-saved'>(isChecked ? 'not-saved' : 'unknown')
  const text = useRef<HTMLParagraphElement>(null)
  const hadButton = useRef(false)
  useEffect(() => {
    // The button that had the focus is gone.
    if (state === 'not-saved' && hadButton.current) text.current?.focus()
    hadButton.current = state !== 'not-saved'
  }, [state])
  const find = async () => {
    setState('checking')
    try {
      if (await check()) onSaved()
      else setState('not-saved')
    } catch {
      setState('unknown')
    }
  }
  if (state === 'not-saved')
    return (
      <p ref={text} tabIndex={-1}>
        {not} {lostAnswerMessages.nothingLost}
      </p>
    )
  return (
    <>
      <p>
        {!isTitled && lostAnswerMessages.lost} {lostAnswerMessages.unknown(whether)}
      </p>
      <p>
        <Button
          kind="secondary"
          busy={state === 'checking'}
          busyLabel={lostAnswerMessages.checking}
          onClick={() => void find()}
        >
          {lostAnswerMessages.check}
        </Button>
      </p>
    </>
  )
}
