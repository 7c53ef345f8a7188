import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { create } from 'zustand'
import { useSyncExternalStoreWithSelector } from './use-selected.ts'

afterEach(() => cleanup())

const sameParts = (before: readonly unknown[], now: readonly unknown[]) =>
  before.length === now.length && before.every((part, index) => part === now[index])

it('follows what is selected, and keeps the same selection for as long as it counts as equal', async () => {
  const store = create(() => ({ name: 'Amelia', age: 40 }))
  const selections: (readonly unknown[])[] = []
  function Shown({ part }: { part: 'name' | 'age' }) {
    const selected = useSyncExternalStoreWithSelector(
      store.subscribe,
      store.getState,
      store.getState,
      (state) => [part, state[part]],
      sameParts,
    )
    selections.push(selected)
    return <output>{selected.join(' ')}</output>
  }
  const shown = page.getByRole('status')
  const { rerender } = await render(<Shown part="name" />)
  await expect.element(shown).toHaveTextContent('name Amelia')

  // What is not selected renders nothing anew; a render for another reason keeps what was selected.
  const rendered = selections.length
  store.setState({ age: 41 })
  expect(selections.length).toBe(rendered)
  await rerender(<Shown part="name" />)
  expect(new Set(selections).size).toBe(1)

  store.setState({ name: 'Ben' })
  await expect.element(shown).toHaveTextContent('name Ben')
  await rerender(<Shown part="age" />)
  await expect.element(shown).toHaveTextContent('age 41')
})
