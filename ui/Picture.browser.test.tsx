import { afterEach, expect, it } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { Picture } from './Picture.tsx'

afterEach(() => cleanup())

const drawing = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'

it('a visible picture is loaded at once, and a picture far below only when the page is scrolled to it', async () => {
  const { container } = await render(
    <>
      <Picture src={drawing} size={48} />
      <div style={{ height: '300vh' }} />
      <Picture src={drawing} size={56} />
    </>,
  )
  const [first, second] = [...container.querySelectorAll('img')]
  await expect.poll(() => first?.getAttribute('src')).toBe(drawing)
  expect(second?.hasAttribute('src')).toBe(false)
  expect([first?.height, second?.height]).toEqual([48, 56])
  second?.scrollIntoView()
  await expect.poll(() => second?.getAttribute('src')).toBe(drawing)
})
