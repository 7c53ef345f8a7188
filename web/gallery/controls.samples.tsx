import { useState } from 'react'
import { Chip } from '../../ui/Chip.tsx'
import { Button, buttonClass, type ButtonKind } from '../../ui/Button.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { GlossaryText } from '../../ui/GlossaryText.tsx'
import { Link } from '../../ui/Link.tsx'
import { LostResponse } from '../../ui/LostResponse.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { Retry } from '../../ui/Retry.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { stateSamples } from './StateSample.tsx'
import styles from './Gallery.module.css'
import { longName, longSentence, doNothing, rightToLeftName } from './example-texts.samples.ts'

const choice = { whether: 'your choice was saved', not: 'Your choice was not saved.' }
const kinds: readonly ButtonKind[] = ['primary', 'secondary', 'quiet', 'danger']

export const controlSamples = {
  Chip: () =>
    stateSamples({
      Off: (
        <Chip pressed={false} onPress={doNothing}>
          Health
        </Chip>
      ),
      On: (
        <Chip pressed onPress={doNothing}>
          Health
        </Chip>
      ),
    }),
  Button: () =>
    stateSamples({
      Default: <AllKinds />,
      'Pointed at': <AllKinds />,
      'With the focus': <AllKinds />,
      Disabled: <AllKinds disabled />,
      Busy: <AllKinds busy />,
      'With an icon': (
        <>
          <Button icon="download">Download</Button>
          <Button icon="upload" kind="secondary">
            Upload
          </Button>
        </>
      ),
      'As wide as it may be': <Button wide>Confirm my choice</Button>,
      'Long words': (
        <>
          <Button>{longSentence}</Button>
          <Button kind="secondary">{`Approve ${rightToLeftName}`}</Button>
        </>
      ),
    }),

  Retry: () =>
    stateSamples({
      Default: <Retry onRetry={doNothing} />,
      'Pointed at': <Retry onRetry={doNothing} />,
      'With the focus': <Retry onRetry={doNothing} />,
    }),

  LostResponse: () =>
    stateSamples({
      Default: <LostResponse {...choice} check={() => Promise.resolve(false)} onSaved={doNothing} />,
      'Below a title': <LostResponse isTitled {...choice} check={() => Promise.resolve(false)} onSaved={doNothing} />,
    }),

  Link: () =>
    stateSamples({
      Default: (
        <p>
          See <Link to="/app/my-benefits/">my benefits</Link> for what is running.
        </p>
      ),
      'Pointed at': (
        <p>
          See <Link to="/app/my-benefits/">my benefits</Link> for what is running.
        </p>
      ),
      'With the focus': (
        <p>
          See <Link to="/app/my-benefits/">my benefits</Link> for what is running.
        </p>
      ),
      'Looking like a button': (
        <Link to="/app/my-benefits/" className={buttonClass()}>
          Choose a benefit
        </Link>
      ),
      'Long words': <Link to="/app/my-benefits/">{longSentence}</Link>,
    }),

  LinkButton: () =>
    stateSamples({
      Default: <OpensThings />,
      'Pointed at': <OpensThings />,
      'With the focus': <OpensThings />,
      'A figure, named in full': (
        <LinkButton aria-label="7 have dental insurance: show them" onClick={doNothing}>
          7
        </LinkButton>
      ),
      'Long words': (
        <>
          <LinkButton onClick={doNothing}>{longName}</LinkButton>
          <LinkButton onClick={doNothing}>{rightToLeftName}</LinkButton>
        </>
      ),
    }),

  Tabs: () =>
    stateSamples({
      Default: { wide: <SomeTabs label="Cover" names={['What it is', 'My cover', 'Claims']} /> },
      'Pointed at': <SomeTabs label="Cover, pointed at" names={['What it is', 'Claims']} />,
      'With the focus': <SomeTabs label="Cover, with the focus" names={['What it is', 'Claims']} />,
      'More than fit': (
        <SomeTabs label="Months" names={['January', 'February', 'March', 'April', 'May', 'June', longName]} />
      ),
    }),

  Disclosure: () =>
    stateSamples({
      Closed: <Disclosure summary="When does my cover start?">On the first of next month.</Disclosure>,
      Open: (
        <Disclosure summary="When does my cover start?" open>
          On the first of next month.
        </Disclosure>
      ),
      'Pointed at': <Disclosure summary="When does my cover start?">On the first of next month.</Disclosure>,
      'With the focus': <Disclosure summary="When does my cover start?">On the first of next month.</Disclosure>,
      'One open at a time': (
        <>
          <Disclosure summary="Who is covered?" group="gallery" open>
            You, your partner and your children.
          </Disclosure>
          <Disclosure summary={longSentence} group="gallery">
            {longSentence}
          </Disclosure>
        </>
      ),
    }),

  GlossaryText: () =>
    stateSamples({
      Default: (
        <p>
          <GlossaryText text="Taken from your pay before tax and National Insurance" />
        </p>
      ),
      'Pointed at': (
        <p>
          <GlossaryText text="Your employer reports it on form P11D" />
        </p>
      ),
      'With the focus': (
        <p>
          <GlossaryText text="Reduction in your take-home pay" />
        </p>
      ),
    }),

  Pagination: () =>
    stateSamples({
      'First page': { wide: <SomePages label="Pages of employees" from={1} total={240} /> },
      'In the middle': { wide: <SomePages label="Pages of selections" from={12} total={1240} /> },
      'Last page': { wide: <SomePages label="Pages of reports" from={4} total={38} /> },
      'One page': <SomePages label="Pages of uploads" from={1} total={3} />,
      None: <SomePages label="Pages of messages" from={1} total={0} />,
    }),
}

function AllKinds({ disabled = false, busy = false }: { disabled?: boolean; busy?: boolean }) {
  return (
    <div className={styles.row}>
      {kinds.map((kind) => (
        <Button key={kind} kind={kind} disabled={disabled} busy={busy} busyLabel="Processing">
          {kind === 'danger' ? 'Opt out' : 'Confirm'}
        </Button>
      ))}
    </div>
  )
}

function OpensThings() {
  return (
    <div className={styles.row}>
      <LinkButton onClick={doNothing}>Amelia Hart</LinkButton>
      <LinkButton aria-label="187 have a pension: show them" onClick={doNothing}>
        187
      </LinkButton>
    </div>
  )
}

function SomeTabs({ label, names }: { label: string; names: readonly string[] }) {
  const [current, setCurrent] = useState(names[0] ?? '')
  const tabs = names.map((name) => ({ key: name, label: name, content: <p>{`What stands below ${name}.`}</p> }))
  return <Tabs label={label} tabs={tabs} current={current} onChange={setCurrent} />
}

function SomePages({ label, from, total }: { label: string; from: number; total: number }) {
  const [page, setPage] = useState(from)
  return <Pagination label={label} page={page} pageSize={10} total={total} onPage={setPage} />
}
