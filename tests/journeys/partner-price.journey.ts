import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { signInByCall } from './sign-in-by-call.ts'
import { expect, waitUntilLoaded, test } from './portal.ts'

// The example cost engine prices this product over HTTP. It stops and starts again while a person chooses.

test.use({ hasCostEngine: true })

async function startEngine(port: number | undefined): Promise<ChildProcess> {
  const engine = fork(join(import.meta.dirname, '../../examples/cost-engine/server.ts'), {
    env: { ...process.env, COST_ENGINE_PORT: String(port) },
    stdio: 'ignore',
  })
  await once(engine, 'message')
  return engine
}

async function stopEngine(engine: ChildProcess): Promise<void> {
  if (engine.exitCode !== null || engine.signalCode !== null) return
  engine.kill()
  await once(engine, 'exit')
}

function callsOf(page: Page): string[] {
  const made: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && /\/(selections?|quote)(\/|$)/.test(pathname))
      made.push(`${request.method()} ${pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id').replace(/\/$/, '')}`)
  })
  return made
}

test("an employee sees prices of a business partner's product, and chooses, changes and ends it [BENEFIT-49] [BENEFIT-50] [BENEFIT-51] [BENEFIT-57] [BENEFIT-58]", async ({
  page,
  portal,
}) => {
  const { address } = portal
  let engine = await startEngine(portal.costEnginePort)
  try {
    const made = callsOf(page)
    await signInByCall(page, portal, 'amelia.hart@demo.example')
    await page.goto(address('/app/my-benefits/'))
    await page.getByRole('link', { name: 'Choose Travel insurance' }).click()
    const value = page.getByLabel('Value of cover', { exact: true })
    const cost = page.getByRole('complementary', { name: 'What it costs' })

    // £11.90 a year per £1,000.
    await value.fill('5000')
    await expect(cost.getByText('£4.96 a month').first()).toBeVisible()
    await value.fill('9000')
    await expect(cost.getByRole('alert')).toHaveText('We can offer you up to £8,000 online. Please call us for more')
    await expect(value).toHaveValue('9000')
    await expect(value).toHaveAccessibleDescription(/up to £8,000 online/)

    await stopEngine(engine)
    await value.fill('6000')
    await expect(cost.getByRole('alert')).toContainText('cannot be reached at the moment')
    await expect(value).toHaveValue('6000')
    engine = await startEngine(portal.costEnginePort)
    await cost.getByRole('button', { name: 'Retry' }).click()
    await expect(cost.getByText('£5.95 a month').first()).toBeVisible()

    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('checkbox', { name: 'I have read the terms and conditions' }).check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'You are all set' })).toBeVisible()

    await page.goto(address('/app/my-benefits/'))
    await page.getByRole('link', { name: 'Manage Travel insurance' }).click()
    await page.getByRole('link', { name: 'Change cover' }).click()
    await expect(page).toHaveURL(/\/setup(\/|$)/)
    await expect(value).toHaveValue('6000')
    await value.fill('7000')
    await expect(cost.getByText('£6.95 a month').first()).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'You are all set' })).toBeVisible()

    await page.goto(address('/app/my-benefits/'))
    await page.getByRole('link', { name: 'Manage Travel insurance' }).click()
    await waitUntilLoaded(page)
    await page.getByRole('link', { name: 'Opt out' }).click()
    const panel = page.getByRole('dialog', { name: 'Opt out of Travel insurance' })
    await panel.getByRole('button', { name: 'Opt out' }).click()
    await expect(page.getByText('You have opted out')).toBeVisible()

    // Only the calls for business partners' products are used. Drafts are saved as for other benefits.
    expect(made.filter((call) => call.endsWith('/quote'))).toEqual([])
    expect(made.filter((call) => call.endsWith('/selections/costs')).length).toBeGreaterThanOrEqual(4)
    expect(made.filter((call) => call.includes('/employees/'))).toEqual(
      Array<string>(3).fill('POST /api/v1/selections/client/id/employees/id'),
    )
  } finally {
    await stopEngine(engine)
  }
})
