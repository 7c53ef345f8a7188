import { useEffect } from 'react'
import { buttonMessages } from '../../contract/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { SidePanel, useClosePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { SecurityCodeForm } from './SecurityCodeForm.tsx'
import { QrStep } from './QrStep.tsx'
import { ownMessages } from './own-two-factor.messages.ts'
import { setUpMessages } from './set-up.messages.ts'
import { useOwnSteps, useOwnTwoFactor, useNextPanel } from './use-own-two-factor.ts'
import { Retry } from '../../ui/Retry.tsx'

export function QrPanel({ onClose }: PanelProps) {
  const own = useOwnTwoFactor()
  const setUp = useOwnSteps((steps) => steps.setUp)
  const goOn = useNextPanel()
  useEffect(() => {
    if (!useOwnSteps.getState().setUp) void own.begin()
    // Runs once: the functions of `own` are new at every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const asksCode = own.needsCode && !setUp
  return (
    <SidePanel
      title={setUpMessages.title}
      busy={own.busy}
      error={asksCode ? null : (own.refused?.sentence ?? null)}
      onClose={onClose}
      footer={
        <>
          {!asksCode && (
            <Button disabled={!setUp} onClick={() => goOn('two-fa-code')}>
              {setUpMessages.enterCode}
            </Button>
          )}
          <CloseButton />
        </>
      }
    >
      {setUp && <QrStep {...setUp} />}
      {asksCode && (
        <SecurityCodeForm
          lead={ownMessages.currentCode}
          submitLabel={buttonMessages.next}
          busy={own.busy}
          refused={own.refused}
          onSubmit={(code) => void own.begin(code)}
          withRecovery
        />
      )}
      {!setUp && !own.needsCode && (own.busy || !own.refused) && (
        <Loading label={setUpMessages.loading}>
          <Skeleton shape="block" />
        </Loading>
      )}
      {!setUp && !own.needsCode && own.refused && !own.busy && <Retry onRetry={() => void own.begin()} />}
    </SidePanel>
  )
}

function CloseButton() {
  const close = useClosePanel()
  return (
    <Button kind="secondary" onClick={close}>
      {setUpMessages.close}
    </Button>
  )
}
