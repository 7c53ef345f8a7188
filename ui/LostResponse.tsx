import { useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { lostAnswerMessages } from './lost-response.messages.ts'

type LostAnswerProps = {
  /** The uncertain fact, as in 'your choice was saved'. */
  whether: string
  not: string
  isTitled?: boolean
  /** Returns whether the change was saved. Rejects if the server still does not answer. */
  check: () => Promise<boolean>
  onSaved: () => void
}

export function LostResponse({ whether, not, isTitled = false, check, onSaved }: LostAnswerProps) {
  const [state, setState] = useState<'unknown' | 'checking' | 'check-failed' | 'not-saved'>('unknown')
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (state === 'not-saved') text.current?.focus()
  }, [state])
  const find = async () => {
    setState('checking')
    try {
      if (await check()) onSaved()
      else setState('not-saved')
    } catch {
      setState('check-failed')
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
      {/* Always in the page, so that screen readers announce the text. */}
      <p role="status" className={state === 'check-failed' ? undefined : 'visually-hidden'}>
        {state === 'check-failed' && lostAnswerMessages.checkFailed}
      </p>
    </>
  )
}
