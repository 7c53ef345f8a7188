import { showPounds } from '../../contract/money.ts'
import { Button } from '../../ui/Button.tsx'
import type { WhatIfOutcome } from './use-what-if.ts'
import { answerId, changeSentence } from './WhatIfAnswer.tsx'
import type { WhatIfReply } from '../../domain/tax/what-if.contract.ts'
import { whatIfMessages as say } from './what-if.messages.ts'
import styles from './WhatIf.module.css'

export function WhatIfBar({ today, outcome }: { today: WhatIfReply; outcome: WhatIfOutcome }) {
  const answer = 'answer' in outcome ? outcome.answer : outcome.step === 'today' ? today : null
  const pay = answer?.takeHome
  const show = () => {
    const heading = document.getElementById(answerId)
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView()
  }
  return (
    <aside className={styles.bar} aria-label={say.takeHome}>
      <p className={styles.figure} data-updating={outcome.step === 'updating' || undefined}>
        <span className={styles.small}>{say.takeHome}</span>
        {pay && <strong>{showPounds(pay.supposed.perMonth)}</strong>}
        {pay && outcome.step !== 'today' && <span className={styles.small}>{changeSentence(pay.change.perMonth)}</span>}
      </p>
      <Button kind="quiet" onClick={show}>
        {say.see}
      </Button>
    </aside>
  )
}
