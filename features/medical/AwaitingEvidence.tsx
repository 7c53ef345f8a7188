import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import { useMasquerade } from '../session/use-session.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { medicalMessages as say } from './medical.messages.ts'

export function AwaitingEvidence({
  benefit: { benefitId, medicalQuestions },
}: {
  benefit: Pick<BenefitView, 'benefitId' | 'medicalQuestions'>
}) {
  const panels = usePanels()
  const isOwn = useMasquerade() === null
  const openPanel = () => panels.open('medical-questions', { benefitId })
  switch (medicalQuestions) {
    case 'open':
      return (
        <Alert
          kind="info"
          title={say.waitsForYou}
          {...(isOwn && { action: <Button onClick={openPanel}>{say.open}</Button> })}
        >
          {say.waitsForYouText}
        </Alert>
      )
    case 'answered':
      return (
        <Alert
          kind="info"
          title={say.waitsForProvider}
          {...(isOwn && {
            action: (
              <Button kind="secondary" onClick={openPanel}>
                {say.again}
              </Button>
            ),
          })}
        >
          {say.waitsForProviderText}
        </Alert>
      )
    case 'none':
      return (
        <Alert kind="info" title={say.willAsk}>
          {say.willAskText}
        </Alert>
      )
  }
}
