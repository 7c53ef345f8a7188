import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withConnection } from '../../database/bootstrap.ts'
import { notifyProbationEnded } from '../../features/benefit-mails/notices.jobs.ts'
import { freePort, startServer } from '../harness/server-process.ts'
import { alreadyIn } from './already-in.ts'
import { expect, test } from './portal.ts'
import { copyPrepared, journeyMoment } from './prepared.ts'

// An employee in probation, on a phone. The portal is down on the day probation ends and on the following days.
test.use({ viewport: { width: 360, height: 780 } })

const ben = 'ben.osei@demo.example'
/** His last day of probation is 24 March. */
const afterMissedDays = '2027-03-29T09:00:00Z'
const aDayLater = '2027-03-30T09:00:00Z'

test('ben sees in probation what opens when, gets one mail after days without the portal, and chooses then [BENEFIT-06] [BENEFIT-07]', async ({
  page,
  portal,
}) => {
  test.setTimeout(240_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'journey-probation-'))
  const { env, database } = await copyPrepared(join(dataDir, 'data'))
  const port = await freePort()
  const address = (path: string) => `http://localhost:${port}${path}`
  const serveOn = (moment: string) => startServer({ ...env, PORT: String(port), HOST: 'localhost', CLOCK: moment })
  const mails = page.getByRole('link', { name: 'More benefits are open to you now' }).filter({ hasText: `<${ben}>` })
  /** The latest run of the job, by client. */
  const toldLast = () =>
    withConnection(database, async (superuser) => {
      const { rows } = await superuser.query<{ on: string }>(
        'select distinct ran_on::text as on from daily_run where job = $1',
        [notifyProbationEnded.name],
      )
      return rows.map(({ on }) => on)
    })
  let server = await serveOn(journeyMoment)
  try {
    await alreadyIn(page, { ...portal, address }, ben)
    await page.goto(address('/app/my-benefits/'))
    await expect(
      page.getByText('Some benefits become available when your probation ends. We will email you when they do.'),
    ).toBeVisible()
    const card = (name: string) =>
      page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
    const opens = 'Opens on 25/03/2027, when your probation ends'
    await expect(card('Cycle to work').getByText(opens, { exact: true })).toBeVisible()
    // The window will be closed on that day.
    await expect(
      card('Holiday trading').getByText(`${opens}. You can choose this when the next window opens`),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: /^Choose (Cycle to work|Holiday trading)/ })).toHaveCount(0)
    await expect(card('Dental insurance').getByRole('link', { name: /^Choose/ })).toBeVisible()
    // A bookmarked setup page does not help either.
    const details = await card('Cycle to work').getByRole('link', { name: 'See details' }).getAttribute('href')
    await page.goto(address(`${details}/setup/`))
    await expect(page.getByRole('heading', { level: 1, name: 'Cycle to work' })).toBeVisible()
    await expect(page.getByText(opens, { exact: true })).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.goto(address('/demo/outbox'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(mails).toHaveCount(0)

    await server.stop()
    server = await serveOn(afterMissedDays)
    await expect(async () => {
      await page.goto(address('/demo/outbox'))
      await expect(mails).toHaveCount(1, { timeout: 500 })
    }).toPass()
    await mails.click()
    const text = page.getByLabel('The mail as text')
    await expect(text).toContainText('Your probation has ended.')
    await expect(text.getByRole('link').first()).toHaveAttribute('href', address('/app/my-benefits/'))

    await alreadyIn(page, { ...portal, address }, ben)
    await page.goto(address('/app/my-benefits/'))
    await page.getByRole('link', { name: 'Choose Cycle to work' }).click()
    await page.getByLabel('Value of bicycle and equipment', { exact: true }).fill('1200')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('checkbox', { name: 'I have read the terms and conditions' }).check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Sent to your employer' })).toBeVisible()

    // The next run of the job sends nothing more.
    await page.goto('about:blank')
    await server.stop()
    server = await serveOn(aDayLater)
    await expect.poll(toldLast).toEqual(['2027-03-30'])
    await page.goto(address('/demo/outbox'))
    await expect(mails).toHaveCount(1)
  } finally {
    // An open page would report errors once its server has stopped.
    await page.goto('about:blank')
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
