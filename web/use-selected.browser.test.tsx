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
  const Age = () => <p>{store(({ age }) => age)} years</p>
  const screen = (part: 'name' | 'age') => (
    <>
      <Age />
      <Shown part={part} />
    </>
  )
  const shown = page.getByRole('status')
  const { rerender } = await render(screen('name'))
  await expect.element(shown).toHaveTextContent('name Amelia')

  // What is not selected renders nothing anew; a render for another reason keeps what was selected.
  const rendered = selections.length
  store.setState({ age: 41 })
  await expect.element(page.getByText('41 years')).toBeVisible()
  expect(selections.length).toBe(rendered)
  await rerender(screen('name'))
  expect(new Set(selections).size).toBe(1)

  store.setState({ name: 'Ben' })
  await expect.element(shown).toHaveTextContent('name Ben')
  await rerender(screen('age'))
  await expect.element(shown).toHaveTextContent('age 41')
})

it('selects once of each state, so that what is selected may be made anew', async () => {
  const store = create(() => ({ name: 'Amelia' }))
  function Shown() {
    const { name } = useSyncExternalStoreWithSelector(
      store.subscribe,
      store.getState,
      store.getState,
      (state) => ({ name: state.name }),
      Object.is,
    )
    return <output>{name}</output>
  }
  await render(<Shown />)
  store.setState({ name: 'Ben' })
  await expect.element(page.getByRole('status')).toHaveTextContent('Ben')
})
