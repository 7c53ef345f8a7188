import type { Browser, Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FolderChanges, withChangedFolder } from '../harness/changed-folder.ts'
import { nextYear } from '../harness/next-year.ts'
import { runToEnd } from '../harness/programs.ts'
import { freePort, startServer, type ServerProcess } from '../harness/server-process.ts'
import { alreadyIn } from './already-in.ts'
import { expectAccessible } from './axe.ts'
import { expect, password, settles, test } from './portal.ts'
import { copyPrepared } from './prepared.ts'

// Three scheme years of a small employer, on phones: employees choose, add family members, reach age limits and leave.
test.use({ viewport: { width: 390, height: 844 } })

const nell = 'nell.archer@fellbridge.example'
const piers = 'piers.lowe@fellbridge.example'
const vera = 'vera.quinn@fellbridge.example'
const grace = 'grace.stone@fellbridge.example'

/** In the window for the scheme year from 6 April 2027. */
const inWindow = '2027-03-05T09:00:00Z'
const afterTurn = '2027-04-09T09:00:00Z'
/** Vera turned 70 on 12 May, and Piers has had his last pay. */
const inMay = '2027-05-13T09:00:00Z'
const inThirdYear = '2028-04-07T09:00:00Z'

const site = 'fellbridge'
const demo = join(import.meta.dirname, '../../examples/demo')

/** The demo client's folder changed for a small employer, in its 2026 scheme year. */
const in2026: FolderChanges = {
  'client.yaml': () =>
    'name: Fellbridge Rail\nbrand: Fellbridge Rewards\naddresses: [fellbridge]\nswitches:\n  twoFactor: { employers: false }\n',
  'scheme-current.yaml': (text) =>
    text.replace('opens: today-10d', 'opens: 2026-04-06').replace('closes: today+20d', 'closes: 2026-04-30'),
  'people.csv': (text) =>
    [
      text.slice(0, text.indexOf('\n')),
      `FB1,${nell},Ms,Nell,Archer,1994-05-08,female,QQ984192B,monthly,active,2019-03-04,,,36000.00,37.5,1,Planner,OPS,York,rUK,`,
      `FB2,${piers},Mr,Piers,Lowe,1990-10-10,male,QQ428874A,monthly,active,2018-08-20,,,36000.00,37.5,1,Guard,CREW,York,rUK,`,
      `FB3,${vera},Mrs,Vera,Quinn,1957-05-12,female,QQ623123C,monthly,active,2011-05-16,,,41000.00,37.5,1,Adviser,PPL,York,rUK,`,
      `FB4,${grace},Ms,Grace,Stone,1979-03-14,female,QQ624123C,monthly,active,2011-05-16,,,68500.00,37.5,1,Head of people,PPL,York,rUK,`,
      '',
    ].join('\n'),
  'people-accounts.yaml': () =>
    `password: ${password}\nothersRegistered: 100\nnamed:\n  ${grace}:\n    userType: employer\n`,
  'opening-selections.csv': (text) =>
    [
      text.slice(0, text.indexOf('\n')),
      `${nell},pension,active,startOfTaxYear,contribution=5,`,
      `${nell},dental,active,startOfTaxYear,level=level-1,`,
      `${nell},health-cash-plan,active,startOfTaxYear,level=level-1,`,
      `${nell},gym,active,startOfTaxYear,membership=single,`,
      `${piers},pension,active,startOfTaxYear,contribution=5,`,
      `${piers},cycle-to-work,active,2026-12-01,value=1200,`,
      `${vera},critical-illness,active,startOfTaxYear,multiple=1; smoker=no,`,
      `${vera},dental,active,startOfTaxYear,level=level-1,`,
      '',
    ].join('\n'),
  'statements.csv': (text) => text.slice(0, text.indexOf('\n') + 1),
}

/** Its second year: dental costs more, and gym membership lasts one year at a time. */
const in2027 = nextYear({
  'client.yaml': in2026['client.yaml'] ?? null,
  'people.csv': in2026['people.csv'] ?? null,
  'people-accounts.yaml': in2026['people-accounts.yaml'] ?? null,
  'rates/dental.csv': (text) => text.replace('level-1,single,8.50', 'level-1,single,9.10'),
  'benefits/gym.yaml': (text) => `${text}renewal: end\n`,
})

const withPiersLeaving: FolderChanges = {
  ...in2027,
  'people.csv': (text) => changed(in2027, 'people.csv', text).replace('2018-08-20,,', '2018-08-20,2027-04-14,'),
}

/** Its third year, at the second year's prices. */
const in2028: FolderChanges = {
  ...withPiersLeaving,
  'scheme-current.yaml': (text) =>
    changed(in2027, 'scheme-current.yaml', text).replaceAll('+1y', '+2y').replaceAll('2027-03', '2028-03'),
}

function changed(changes: FolderChanges, file: string, text: string): string {
  return changes[file]?.(text) ?? text
}

/** Starts one employer's portal, which can be stopped and restarted on later days. */
async function startFellbridge(browser: Browser, page: Page) {
  const dataDir = await mkdtemp(join(tmpdir(), 'journey-years-'))
  const port = await freePort()
  const address = (path: string, site?: string) =>
    `http://${site === undefined ? '' : `${site}.`}localhost:${port}${path}`
  // Uses a separate browser, because a mail's frame forbids the scripts that set a page's date.
  const outbox = await browser.newPage()
  let server: ServerProcess | undefined
  const stop = async () => {
    // An open page would report errors once its server has stopped.
    await page.goto('about:blank')
    await server?.stop()
    server = undefined
  }
  const prepared = await copyPrepared(join(dataDir, 'data'))
  const env = { ...prepared.env, PORT: String(port), HOST: 'localhost' }
  return {
    apply: (changes: FolderChanges) =>
      withChangedFolder(demo, changes, async (folder) => {
        const { code, stderr } = await runToEnd('scripts/portal.ts', env, ['apply', folder])
        expect(code, stderr).toBe(0)
      }),
    startOn: async (moment: string) => {
      await stop()
      server = await startServer({ ...env, CLOCK: moment })
      await page.clock.setFixedTime(moment)
    },
    open: async (path: string) => {
      await page.goto(address(path, site))
      await settles(page)
    },
    signIn: async (email: string) => {
      await alreadyIn(page, { address }, email)
      await page.goto(address('/app/my-benefits/', site))
      await settles(page)
    },
    /** Waits for a mail to this address and opens it. */
    readMail: async (email: string, subject: string) => {
      const mail = outbox
        .getByRole('link')
        .filter({ hasText: `<${email}>` })
        .filter({ has: outbox.getByText(subject, { exact: true }) })
      await expect(async () => {
        await outbox.goto(address('/demo/outbox'))
        await expect(mail).toHaveCount(1, { timeout: 500 })
      }).toPass({ timeout: 60_000 })
      await mail.click()
      return outbox.getByLabel('The mail as text')
    },
    end: async () => {
      await outbox.close()
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Checks a screen on a desktop and on a phone. */
async function fits(page: Page): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectAccessible(page)
  }
}

test('three employees use the portal for three scheme years', async ({ browser, page }) => {
  test.setTimeout(480_000)
  const card = (name: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
  const manage = (name: string) =>
    card(name)
      .getByRole('link', { name: /^Manage/ })
      .click()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const fellbridge = await startFellbridge(browser, page)
  try {
    await fellbridge.apply(in2026)
    await fellbridge.apply(in2027)

    // A month before the second year: what continues, its new price, and what ends.
    await fellbridge.startOn(inWindow)
    const notice = await fellbridge.readMail(nell, 'Your benefits from 6 April 2027: choose by 31 March 2027')
    await expect(notice).toContainText('Dental insurance: £8.50 a month now, £9.10 a month from 6 April 2027.')
    await expect(notice).toContainText('Gym membership: ends on 5 April 2027 (£27.50 a month until then).')
    await fellbridge.signIn(nell)
    const year = page.getByRole('region', { name: 'Your benefits from 6 April 2027' })
    const inYear = (benefit: string) => year.getByRole('listitem').filter({ hasText: benefit })
    await expect(year).toContainText('Choose by 31 March 2027. If you do nothing, this happens.')
    await expect(inYear('Dental insurance')).toContainText('£9.10 a month instead of £8.50 a month.')
    await expect(inYear('Gym membership')).toContainText('Ends on 5 April 2027.')
    await fits(page)

    // She chooses a higher level for the second year. Until then she keeps the current one.
    await manage('Health cash plan')
    await page.getByRole('link', { name: 'Change', exact: true }).click()
    await expect(page.getByText('This is for the year from 6 April 2027.')).toBeVisible()
    await page.getByRole('radio', { name: /Level 2/ }).check()
    await press('Next')
    await page.getByRole('checkbox', { name: 'I have read the terms and conditions' }).check()
    await press('Next')
    await press('Confirm')
    await expect(page.getByText('Your choice is active from 06/04/2027.')).toBeVisible()
    await fellbridge.open('/app/my-benefits/')
    await manage('Health cash plan')
    await expect(page.getByRole('region', { name: 'In force now' })).toContainText('Level 1')
    await expect(page.getByRole('region', { name: 'From 06/04/2027' })).toContainText('Level 2')
    await fits(page)
    await fellbridge.open('/app/home/')
    await fits(page)

    // The second year has begun. Dental costs more without action by her, as two mails announced.
    await fellbridge.startOn(afterTurn)
    const renewed = await fellbridge.readMail(nell, 'Your benefits from 6 April 2027')
    await expect(renewed).toContainText('Dental insurance: £9.10 a month from 6 April 2027 (£8.50 a month until then).')
    await expect(renewed).toContainText('Gym membership: ended on 5 April 2027.')
    await fellbridge.signIn(nell)
    await expect(card('Dental insurance')).toContainText('You pay £9.10 a month')
    await expect(card('Health cash plan')).toContainText('You pay £4.60 a month')
    await fits(page)

    // Her daughter was born two days ago and is covered from that day.
    await press('Add a life event')
    const panel = page.getByRole('dialog')
    await panel.getByRole('radio', { name: /^Birth of a child/ }).check()
    await panel.getByLabel('Title').selectOption('Miss')
    await panel.getByLabel('First name').fill('Ivy')
    await panel.getByLabel('Surname').fill('Archer')
    await panel.getByRole('textbox', { name: 'Day' }).fill('7')
    await panel.getByRole('textbox', { name: 'Month' }).fill('4')
    await panel.getByRole('textbox', { name: 'Year' }).fill('2027')
    await panel.getByRole('radio', { name: 'Female' }).check()
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Life event added')).toBeVisible()
    await expect(panel).toHaveCount(0)
    await manage('Dental insurance')
    await page.getByRole('link', { name: 'Change', exact: true }).click()
    await press('Next')
    await page.getByRole('checkbox', { name: /Ivy Archer/ }).check()
    await press('Next')
    await page.getByRole('checkbox', { name: 'I have read the terms and conditions' }).check()
    await press('Next')
    await expect(page.getByRole('region', { name: 'Start date' })).toContainText('From 7 April 2027, when Ivy was born')
    await fits(page)
    await press('Confirm')
    await expect(page.getByText('Your choice is active from 07/04/2027.')).toBeVisible()

    // Piers leaves on 14 April with seven bicycle instalments left after April's. His last pay covers £157.46 of them: £1,400.00,
    // less £250.00 for pension and bicycle, £28.70 tax and National Insurance, and £963.84 minimum wage.
    await fellbridge.apply(withPiersLeaving)
    await fellbridge.signIn(grace)
    await fellbridge.open('/app/reporting')
    await page.getByText('Leavers: amounts owed').click()
    const owed = page.getByRole('table', { name: 'Leavers: amounts owed' }).getByRole('row', { name: /^Piers Lowe/ })
    await expect(owed).toContainText(/14\/04\/2027.*£700\.00.*£157\.46.*Not recorded yet.*£542\.54/)
    await fits(page)

    // Vera turns 70 on 12 May. Her cover ends on the day before, as a mail announced.
    const warned = await fellbridge.readMail(vera, 'Your Critical illness cover ends on 11 May 2027')
    await expect(warned).toContainText('You pay nothing for it after that day.')
    await fellbridge.signIn(vera)
    const critical = card('Critical illness cover')
    await expect(critical).toContainText('Ends on 11 May 2027. The benefit is offered until the age of 69.')
    await fellbridge.startOn(inMay)
    await fellbridge.signIn(vera)
    await expect(async () => {
      await fellbridge.open('/app/my-benefits/')
      await expect(critical).toContainText('Ended on 11 May 2027. The benefit is offered until the age of 69.', {
        timeout: 500,
      })
    }).toPass({ timeout: 60_000 })
    await expect(card('Dental insurance')).toContainText('You pay £9.10 a month')
    await fits(page)

    // Payroll deducted less from Piers than it could. His employer records it, and the rest remains owed.
    await fellbridge.signIn(grace)
    await fellbridge.open('/app/reporting')
    await page.getByText('Leavers: amounts owed').click()
    await press('Record what payroll took: Piers Lowe, Cycle to work')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('Amount').fill('150')
    await dialog.getByLabel('Date').fill('2027-04-28')
    await fits(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(owed).toContainText(/£150\.00 on 28\/04\/2027.*£550\.00/)

    // The third year begins at the same prices, and nothing ends.
    await fellbridge.apply(in2028)
    await fellbridge.startOn(inThirdYear)
    await fellbridge.readMail(nell, 'Your benefits from 6 April 2028')
    await fellbridge.signIn(nell)
    await expect(card('Dental insurance')).toContainText('You pay £14.45 a month')
    await expect(card('Health cash plan')).toContainText('You pay £4.60 a month')
    await expect(card('Workplace pension')).toContainText('You pay £150.00 a month')
    await fits(page)
  } finally {
    await fellbridge.end()
  }
})
