import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { firstClick, clickByKeyboard, secondClick } from '../tests/harness/clicks.ts'
import { useDeliberateClick } from './use-deliberate-click.ts'

afterEach(() => cleanup())

const confirm = () => page.getByRole('button', { name: 'Confirm' })

function Confirm({ onConfirm }: { onConfirm: () => void }) {
  const isMeant = useDeliberateClick()
  return <button onClick={(event) => isMeant(event) && onConfirm()}>Confirm</button>
}

async function shown() {
  const onConfirm = vi.fn<() => void>()
  await render(<Confirm onConfirm={onConfirm} />)
  return { button: confirm().element(), onConfirm }
}

it('ignores the second click of a double click on an element that was replaced after the first', async () => {
  const onConfirm = vi.fn<() => void>()
  function Steps() {
    const [asked, setAsked] = useState(true)
    return asked ? <button onClick={() => setAsked(false)}>Continue</button> : <Confirm onConfirm={onConfirm} />
  }
  await render(<Steps />)
  await page.getByRole('button', { name: 'Continue' }).dblClick()
  await expect.element(confirm()).toBeVisible()
  expect(onConfirm).not.toHaveBeenCalled()
  await confirm().click()
  expect(onConfirm).toHaveBeenCalledOnce()
})

it('accepts every click after the first intended click', async () => {
  const { button, onConfirm } = await shown()
  expect(secondClick(button).defaultPrevented).toBe(true)
  expect(onConfirm).not.toHaveBeenCalled()
  firstClick(button)
  expect(secondClick(button).defaultPrevented).toBe(false)
  expect(onConfirm).toHaveBeenCalledTimes(2)
})

it('accepts a press that does not come from a pointer at once', async () => {
  const { button, onConfirm } = await shown()
  clickByKeyboard(button)
  expect(onConfirm).toHaveBeenCalledOnce()
})

it('accepts a second click after 700 ms, even for people who have set a long time for double clicks', async () => {
  const before = performance.now()
  const { button, onConfirm } = await shown()
  const after = performance.now()
  secondClick(button, before + 699)
  expect(onConfirm).not.toHaveBeenCalled()
  secondClick(button, after + 700)
  expect(onConfirm).toHaveBeenCalledOnce()
})
