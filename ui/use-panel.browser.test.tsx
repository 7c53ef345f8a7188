import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { Answers, showScreen } from '../tests/harness/screen.tsx'
import { panelLink, usePanel, usePanels } from './use-panel.ts'

afterEach(() => cleanup())

function Screen() {
  const panel = usePanel()
  const { open, close } = usePanels()
  return (
    <>
      <button onClick={() => open('opt-out', { benefitId: 'dental' })}>Opt out</button>
      <button onClick={() => open('terms')}>Terms</button>
      <button onClick={close}>Close</button>
      <output>{panel ? `${panel.name} ${JSON.stringify(panel.params)}` : 'none'}</output>
    </>
  )
}

const show = (at: string) => showScreen({ at, screen: <Screen />, answers: new Answers() })
const open = () => page.getByRole('status')
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

describe('panels', () => {
  it('open by name with their parameters in the address; the parameters are removed when the panels close [PANEL-01]', async () => {
    const { address } = await show('/app/home?tab=mine')
    await expect.element(open()).toHaveTextContent('none')
    await press('Opt out')
    await expect.element(open()).toHaveTextContent('opt-out {"benefitId":"dental"}')
    expect(address()).toBe('/app/home?tab=mine&panel=opt-out&benefitId=dental')
    await press('Close')
    await expect.element(open()).toHaveTextContent('none')
    expect(address()).toBe('/app/home?tab=mine')
  })

  it('open one at a time, and never get the parameters of another panel [PANEL-03]', async () => {
    const { address } = await show(`/app/home${panelLink('opt-out', { benefitId: 'dental' })}`)
    await press('Terms')
    await expect.element(open()).toHaveTextContent('terms {}')
    expect(address()).toBe('/app/home?panel=terms')
  })

  it('open once after two clicks on a link, and close once after two clicks', async () => {
    const { address } = await show('/app/home')
    await page.getByRole('button', { name: 'Terms' }).dblClick()
    await expect.element(open()).toHaveTextContent('terms {}')
    await press('Terms')
    await press('Close')
    await expect.element(open()).toHaveTextContent('none')
    expect(address()).toBe('/app/home')
  })

  it('that were opened by an address close without leaving the page', async () => {
    const { address } = await show('/app/home?panel=terms')
    await press('Close')
    await expect.element(open()).toHaveTextContent('none')
    expect(address()).toBe('/app/home')
  })
})
