import { useState, type ReactNode } from 'react'
import { errorMessages } from '../../contract/messages.ts'
import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Tour } from '../../ui/Tour.tsx'
import { TourButton } from '../../ui/TourButton.tsx'
import { LoginCard, LoginCardLink } from '../../ui/LoginCard.tsx'
import { Page } from '../../ui/Page.tsx'
import { ProgressSteps } from '../../ui/ProgressSteps.tsx'
import { SidePanel, useClosePanel } from '../../ui/SidePanel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { stateSamples } from './StateSample.tsx'
import { longName, longSentence, doNothing } from './example-texts.samples.ts'

const crumbs = [
  { label: breadcrumbMessages.home, to: '#Breadcrumbs' },
  { label: breadcrumbMessages.benefits, to: '#Breadcrumbs' },
  { label: 'Dental' },
]

export const containerSamples = {
  Page: () =>
    stateSamples({
      'With everything': {
        wide: (
          <Page
            title="Dental"
            tabTitle="Components of the portal"
            crumbs={[{ label: breadcrumbMessages.benefits, to: '#Page' }]}
            lead="Check-ups, fillings and emergencies, at any dentist you like."
            actions={<Button>Choose</Button>}
          >
            <Card>What the page is about.</Card>
          </Page>
        ),
      },
    }),

  LoginCard: () =>
    stateSamples({
      'With everything': {
        wide: (
          <LoginCard
            title="Components of the portal"
            steps={<ProgressSteps label="Steps above a card" steps={['Verify', 'Password']} current={1} painted={0} />}
            lead="What somebody on the way in is asked for."
          >
            <LoginCardLink to="#LoginCard">Back</LoginCardLink>
          </LoginCard>
        ),
      },
    }),

  Breadcrumbs: () =>
    stateSamples({
      Default: <Breadcrumbs label="Breadcrumb, default" crumbs={crumbs} />,
      'Pointed at': <Breadcrumbs label="Breadcrumb, pointed at" crumbs={crumbs} />,
      'With the focus': <Breadcrumbs label="Breadcrumb, with the focus" crumbs={crumbs} />,
      'Long words': (
        <Breadcrumbs
          label="Breadcrumb, long"
          crumbs={[{ label: longSentence, to: '#Breadcrumbs' }, { label: longName }]}
        />
      ),
    }),

  Card: () =>
    stateSamples({
      Default: <Card>On the first of next month.</Card>,
      Tinted: <Card tinted>You have 9 days left to choose.</Card>,
      Solid: <Card solid>214 of 240 people have registered.</Card>,
      'Long words': <Card>{longName}</Card>,
    }),

  SidePanel: () =>
    stateSamples({
      Default: (
        <Opener word="Open a panel">
          {(close) => (
            <SidePanel title="Opt out of dental" busy={false} error={null} onClose={close} footer={<PanelButtons />}>
              <p>Your cover ends on the last day of the month.</p>
              <TextField label="Reason" value="" onChange={doNothing} />
            </SidePanel>
          )}
        </Opener>
      ),
      'Failed, long words': (
        <Opener word="Open a panel that failed">
          {(close) => (
            <SidePanel title={longName} busy={false} error={errorMessages.retryLater} onClose={close}>
              {Array.from({ length: 20 }, (_, line) => (
                <p key={line}>{longSentence}</p>
              ))}
            </SidePanel>
          )}
        </Opener>
      ),
      'As wide as a table': (
        <Opener word="Open a wide panel">
          {(close) => (
            <SidePanel wide title="Selections" busy={false} error={null} onClose={close}>
              <p>{longSentence}</p>
            </SidePanel>
          )}
        </Opener>
      ),
      'Busy for two seconds': <Opener word="Open a busy panel">{(close) => <BusyPanel close={close} />}</Opener>,
    }),

  Dialog: () =>
    stateSamples({
      Default: (
        <Opener word="Open a dialog">
          {(close) => (
            <Dialog title="What changes" closeLabel="Close" onClose={close}>
              <p>Your cover grows from the first of next month.</p>
            </Dialog>
          )}
        </Opener>
      ),
      'With more buttons, long words': (
        <Opener word="Open a long dialog">
          {(close) => (
            <Dialog
              title={longName}
              closeLabel="Close"
              onClose={close}
              renderButtons={(leave) => <Button onClick={leave}>Go on</Button>}
            >
              <p>{longSentence}</p>
            </Dialog>
          )}
        </Opener>
      ),
    }),

  Tour: () =>
    stateSamples({ Default: <Opener word="Open a tour">{(close) => <SampleTour onClose={close} />}</Opener> }),

  TourButton: () =>
    stateSamples({
      Default: <TourButton tour={SampleTour} isReady />,
      Waiting: <TourButton tour={SampleTour} isReady={false} />,
    }),

  ConfirmDialog: () =>
    stateSamples({
      Succeeds: <Ask word="Ask" act={() => Promise.resolve()} />,
      Fails: <Ask word="Ask in vain" act={() => Promise.reject(new Error('Another administrator was faster'))} />,
      'Dangerous, and takes its time': <Ask word="Ask before opting out" kind="danger" act={aMoment} />,
      'Only informs': (
        <Opener word="Say">
          {(close) => (
            <ConfirmDialog title="Nothing is chosen" cancelLabel="Close" onClose={close}>
              {longSentence}
            </ConfirmDialog>
          )}
        </Opener>
      ),
    }),
}

function Opener({ word, children }: { word: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="secondary" onClick={() => setIsOpen(true)}>
        {word}
      </Button>
      {isOpen && children(() => setIsOpen(false))}
    </>
  )
}

function Ask({ word, kind, act }: { word: string; kind?: 'danger'; act: () => Promise<unknown> }) {
  return (
    <Opener word={word}>
      {(close) => (
        <ConfirmDialog
          title="Opt out of dental?"
          cancelLabel="Cancel"
          confirm={{
            label: 'Opt out',
            busyLabel: 'Opting out',
            act,
            // Only Errors are thrown above.
            failure: (error) => (error as Error).message,
            ...(kind && { kind }),
          }}
          onClose={close}
        >
          Your cover ends on the last day of the month.
        </ConfirmDialog>
      )}
    </Opener>
  )
}

function PanelButtons() {
  const close = useClosePanel()
  return (
    <>
      <Button onClick={close}>Opt out</Button>
      <Button kind="secondary" onClick={close}>
        Cancel
      </Button>
    </>
  )
}

function BusyPanel({ close }: { close: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const work = () => {
    setIsBusy(true)
    void aMoment().then(() => setIsBusy(false))
  }
  return (
    <SidePanel
      title="Change my cover"
      busy={isBusy}
      error={null}
      onClose={close}
      footer={
        <Button busy={isBusy} busyLabel="Saving" onClick={work}>
          Save
        </Button>
      }
    >
      <p>While it saves, the panel stays.</p>
    </SidePanel>
  )
}

function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2000))
}

function SampleTour({ onClose }: { onClose: () => void }) {
  const steps = [
    { target: 'h1', title: 'Start here', text: 'These are the components of the portal.' },
    { target: 'h2', title: longName, text: longSentence },
  ]
  return <Tour steps={steps} onClose={onClose} />
}
