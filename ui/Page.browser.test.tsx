import './default-theme.css'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Page } from './Page.tsx'

const heading = (name: string) => page.getByRole('heading', { name })
const screen = (title: string) => (
  <Page key={title} title={title}>
    <button type="button">An action</button>
  </Page>
)

it('keeps the focus on the heading when the screen replaces its loading state', async () => {
  const shown = await render(screen('Loading'))
  heading('Loading').element().focus()
  await shown.rerender(screen('Gym membership'))
  await expect.element(heading('Gym membership')).toHaveFocus()
})

it('does not take the focus from another element', async () => {
  const menu = (
    <button key="menu" type="button">
      Menu
    </button>
  )
  const shown = await render([menu, screen('Loading')])
  page.getByRole('button', { name: 'Menu' }).element().focus()
  await shown.rerender([menu, screen('Gym membership')])
  await expect.element(heading('Gym membership')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Menu' })).toHaveFocus()
})

it('breaks a name of 60 letters into lines at 360 px', async () => {
  await page.viewport(360, 700)
  await render(screen(`Welcome, ${'Wolfeschlegelstein'.repeat(4).slice(0, 60)}`))
  await expect.element(page.getByRole('heading')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
