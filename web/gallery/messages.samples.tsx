import { errorMessages, guardMessages } from '../../contract/messages.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Initials } from '../../ui/Initials.tsx'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { ProgressSteps } from '../../ui/ProgressSteps.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState, RefusedState } from '../../ui/States.tsx'
import { notify } from '../../ui/use-notices.ts'
import { StateSample, stateSamples } from './StateSample.tsx'
import styles from './Gallery.module.css'
import { longName, longSentence, doNothing } from './example-texts.samples.ts'

const tones: readonly (readonly [BadgeTone, string])[] = [
  ['neutral', 'Not chosen'],
  ['brand', 'Waiting'],
  ['good', 'Active'],
  ['warn', 'Ends soon'],
  ['bad', 'Rejected'],
]
const steps = ['Cover', 'People', 'Review', 'Done']

export const messageSamples = {
  Alert: () => (
    <>
      {(['error', 'warning', 'info', 'success'] as const).map((kind) => (
        <StateSample key={kind} name={kind}>
          <Alert kind={kind} title="The window closes on 30 November">
            What you have not confirmed by then will not be kept.
          </Alert>
        </StateSample>
      ))}
      <StateSample name="With something to do">
        <Alert kind="warning" title="You have not finished" action={<Button kind="secondary">Go on</Button>} />
      </StateSample>
      <StateSample name="Long words">
        <Alert kind="error" title={longName}>
          {longSentence}
        </Alert>
      </StateSample>
    </>
  ),

  Notices: () =>
    stateSamples({
      'Press, and it appears at the foot of the page': (
        <>
          <Button kind="secondary" onClick={() => notify('Your choice has been saved')}>
            Save
          </Button>
          <Button kind="secondary" onClick={() => notify(longSentence)}>
            Say much
          </Button>
          <Button kind="secondary" onClick={() => notify('It could not be opened', 'error')}>
            Say what failed
          </Button>
        </>
      ),
    }),

  States: () =>
    stateSamples({
      Empty: (
        <EmptyState title="No approval has been asked for">
          <p>New ones appear here by themselves.</p>
        </EmptyState>
      ),
      'Empty, with a way on': (
        <EmptyState
          icon="benefits"
          title="You have not chosen anything yet"
          action={<Button>Choose a benefit</Button>}
        />
      ),
      Failed: <ErrorState error={null} title={errorMessages.retryLater} onRetry={doNothing} />,
      'Failed, doNothing to be done': <ErrorState error={null} title={errorMessages.network} />,
      Refused: (
        <RefusedState title={guardMessages.denied}>
          <p>Your role does not let you see what others earn.</p>
        </RefusedState>
      ),
      'Long words': <EmptyState title={longName}>{longSentence}</EmptyState>,
    }),

  Skeleton: () =>
    stateSamples({
      'A text': (
        <Loading label="Loading the text">
          <Skeleton shape="heading" width="half" />
          <Skeleton />
          <Skeleton />
          <Skeleton width="third" />
        </Loading>
      ),
      'A block': (
        <Loading label="Loading the block">
          <Skeleton shape="block" />
        </Loading>
      ),
      'A card': (
        <Loading label="Loading the card">
          <Skeleton shape="card" />
        </Loading>
      ),
    }),

  Badge: () =>
    stateSamples({
      'Every tone': (
        <div className={styles.row}>
          {tones.map(([tone, word]) => (
            <Badge key={tone} tone={tone}>
              {word}
            </Badge>
          ))}
        </div>
      ),
      'Long words': <Badge tone="warn">{longSentence}</Badge>,
    }),

  Initials: () =>
    stateSamples({
      'Every tint': (
        <div className={styles.row}>
          <Initials firstName="Amelia" surname="Hart" />
          <Initials firstName="Ben" surname="Osei" />
          <Initials firstName="Isla" surname="Reid" />
        </div>
      ),
      Large: <Initials firstName="Amelia" surname="Hart" large />,
    }),

  Progress: () =>
    stateSamples({
      'Not begun': <Progress label="Sending people.csv" value={0} />,
      'Under way': <Progress label="Sending people.csv" value={0.45} text="45 of 100 rows" />,
      Done: <Progress label="Sending people.csv" value={1} />,
      'Nobody knows how far': <Progress label="Checking people.csv" value={null} />,
      'Long words': <Progress label={longName} value={0.45} text={longSentence} />,
    }),

  ProgressBar: () =>
    stateSamples({
      'While a screen loads, at the top of the page': (
        <div className={styles.held}>
          <ProgressBar active label="Loading a screen" />
        </div>
      ),
    }),

  ProgressSteps: () => (
    <>
      {steps.map((step, index) => (
        <StateSample key={step} name={`At ${step}`}>
          <ProgressSteps label={`Steps, at ${step}`} steps={steps} current={index + 1} />
        </StateSample>
      ))}
      <StateSample name="Long words">
        <ProgressSteps label="Steps, long" steps={['Password', '2FA', longName, 'Terms']} current={2} />
      </StateSample>
    </>
  ),
}
