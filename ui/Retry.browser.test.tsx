import './default-theme.css'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { loadOnDemand } from './load-on-demand.tsx'
import { Page } from './Page.tsx'
import { Loading } from './Skeleton.tsx'
import { ErrorState } from './States.tsx'

// The page has already been reloaded without success. Another reload would reload the test.
beforeEach(() => sessionStorage.setItem('reloaded', 'reloaded'))

afterEach(async () => {
  await cleanup()
  sessionStorage.clear()
})

const retry = () => page.getByRole('button', { name: 'Retry' })
const heading = (name: string) => page.getByRole('heading', { name })

async function pressByKey() {
  await expect.element(retry()).toBeVisible()
  retry().element().focus()
  await userEvent.keyboard('{Enter}')
}

it('moves the focus to the heading of the part that is loaded again, even after a second failure', async () => {
  const line = { up: false }
  const Steps = loadOnDemand(async () => {
    if (!line.up) throw new TypeError('Failed to fetch dynamically imported module')
    return () => <p>Twelve times £25.00</p>
  })
  await render(
    <main>
      <h1>Dental</h1>
      <section>
        <h2>Your dependants</h2>
      </section>
      <h2>Your price</h2>
      <Steps />
      <h2>Your cover</h2>
    </main>,
  )
  await pressByKey()
  await expect.element(heading('Your price')).toHaveFocus()
  line.up = true
  await pressByKey()
  await expect.element(page.getByText('Twelve times £25.00')).toBeVisible()
  await expect.element(heading('Your price')).toHaveFocus()
})

type State = 'failed' | 'loading' | 'there'

function Orders({ state, onRetry }: { state: State; onRetry: () => void }) {
  if (state === 'failed') return <ErrorState error={null} title="The orders could not be loaded" onRetry={onRetry} />
  return state === 'loading' ? <Loading label="Loading orders">…</Loading> : <p>Two orders</p>
}

it('keeps the focus in the same section or dialog', async () => {
  function Screen() {
    const [state, setState] = useState<State>('failed')
    return (
      <main>
        <h1>Vouchers</h1>
        <dialog open>
          <h2>Orders</h2>
          <section aria-label="This year">
            <Orders state={state} onRetry={() => setState('loading')} />
          </section>
        </dialog>
        <button type="button" onClick={() => setState('there')}>
          The answer comes
        </button>
      </main>
    )
  }
  await render(<Screen />)
  await pressByKey()
  await expect.element(page.getByText('Loading orders')).toBeInTheDocument()
  await expect.element(heading('Orders')).toHaveFocus()
})

it('moves the focus to the heading of the screen that replaces the failed screen', async () => {
  function Screen() {
    const [state, setState] = useState<State>('failed')
    return (
      <main>
        <Page key={state} title={state === 'failed' ? 'My benefits' : 'Gym membership'}>
          <Orders state={state} onRetry={() => setState('there')} />
        </Page>
      </main>
    )
  }
  await render(<Screen />)
  await pressByKey()
  await expect.element(page.getByText('Two orders')).toBeVisible()
  await expect.element(heading('Gym membership')).toHaveFocus()
})

it('does not take the focus from people who have moved to another element', async () => {
  function Screen() {
    const [state, setState] = useState<State>('failed')
    return (
      <main>
        <h1>Vouchers</h1>
        <Orders state={state} onRetry={() => undefined} />
        <button type="button" onClick={() => setState('there')}>
          The answer comes
        </button>
      </main>
    )
  }
  await render(<Screen />)
  const other = page.getByRole('button', { name: 'The answer comes' })
  await other.click()
  await expect.element(page.getByText('Two orders')).toBeVisible()
  await expect.element(other).toHaveFocus()
})
