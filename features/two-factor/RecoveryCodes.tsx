import { useEffect, useId, useRef } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { ownMessages } from './own-two-factor.messages.ts'
import setUp from './SetUp.module.css'
import styles from './TwoFactor.module.css'

export function RecoveryCodes({ codes, done }: { codes: readonly string[]; done?: string }) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.focus(), [])
  const download = () => {
    const bytes = new TextEncoder().encode(`${ownMessages.recoveryTitle}\n\n${codes.join('\n')}\n`)
    saveFile({ fileName: ownMessages.fileName, mediaType: 'text/plain', bytes })
  }
  return (
    <div className={styles.stack} data-recovery-codes>
      {done && (
        <div id={`${id}-done`}>
          <Alert kind="success">{done}</Alert>
        </div>
      )}
      <p id={id}>{ownMessages.recoveryKeep}</p>
      <ul
        ref={list}
        tabIndex={-1}
        role="list"
        className={setUp.codes}
        aria-label={ownMessages.recoveryList}
        aria-describedby={`${done ? `${id}-done ` : ''}${id}`}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button kind="secondary" onClick={download}>
          {ownMessages.download}
        </Button>
        <Button kind="secondary" onClick={() => print()}>
          {ownMessages.print}
        </Button>
      </div>
    </div>
  )
}
