import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { mailKinds } from '../../server/mail-kinds.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { type FolderChanges, withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { signInForBenefit, changeFacts } from '../../tests/harness/world-actions.ts'
import { type StoredMail, mailsOf } from '../../tests/harness/mails.ts'
import { nextYear } from '../../tests/harness/next-year.ts'
import { testSecrets as secrets } from '../../tests/harness/test-secrets.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { applyScheme } from '../scheme/apply-scheme.server.ts'
import { notifyNextYear } from './notices.jobs.ts'

const demo = inject('demoOfFew')
const dan = 'dan.murphy@demo.example'
let world: World
beforeEach(async () => {
  world = await startWorld({ people: 'of one client' })
})
afterEach(() => world.close())

async function applyNextYear(further: FolderChanges = {}): Promise<void> {
  const changes = nextYear({
    ...further,
    'rates/dental.csv': (text) => text.replace('level-1,single,8.50', 'level-1,single,9.10'),
    'benefits/gym.yaml': (text) => `${text}renewal: end\n`,
  })
  await withChangedFolder(demo, changes, async (folder) => {
    expect(await applyScheme(world.database.db, { folder, secrets })).toHaveProperty('applied')
  })
}
const runOn = async (day: string) => {
  await world.database.moveTo(`${day}T09:00:00Z`)
  await runDaily(world, [notifyNextYear(world.serverSecret)])
}
const told = async (who: string) => (await mailsOf(world, who)).filter(({ kind }) => kind.startsWith('next-year'))
async function heldBy(name: string, code: string): Promise<string> {
  const { personId } = await accountOf(world.database, name)
  const [held] = await world.database.rows<{ id: string }>(
    `select selection.id
     from selection
     join benefit_code on benefit_code.client_id = selection.client_id and benefit_code.id = benefit_id
     where person_id = $1 and code = $2`,
    [personId, code],
  )
  return held?.id ?? ''
}
function wordsOf({ kind, data }: StoredMail): string {
  const reader = {
    firstName: 'Dan',
    brand: 'Northgate Rewards',
    supportEmail: 'help@demo.example',
    supportNumber: null,
  }
  // The harness has decrypted `data`, which has the type that this kind of mail needs.
  const letter = mailKinds.find(({ name }) => name === kind)?.write(data as never, reader)
  return [letter?.subject, ...(letter?.paragraphs ?? [])].join('\n')
}

describe('mails about the next scheme year', () => {
  it('show once, when the window opens, which benefits continue and at which price, which benefits end, and the deadline', async () => {
    await world.database.moveTo('2027-02-20T09:00:00Z')
    await applyNextYear()
    await runOn('2027-02-28')
    expect(await told(dan)).toEqual([])
    await runOn('2027-03-01')
    await runOn('2027-03-02')
    const mails = await told(dan)
    expect(mails.map(({ kind }) => kind)).toEqual(['next-year-open'])
    const words = mails.map(wordsOf).join('\n')
    expect(words).toContain('Your benefits from 6 April 2027: choose by 31 March 2027')
    expect(words).toContain('Dental insurance: £8.50 a month now, £9.10 a month from 6 April 2027.')
  })

  it('are sent again before the window closes, to people who could still lose a benefit', async () => {
    await world.database.moveTo('2027-02-20T09:00:00Z')
    await applyNextYear()
    await runOn('2027-03-01')
    const medical = await signInForBenefit(world, 'isla.reid', 'private-medical')
    expect((await medical.tryToLeave(await heldBy('isla.reid', 'private-medical'))).statusCode).toBe(200)
    await changeFacts(world, 'carys.evans', { 'end-date': '2027-04-05' })
    await runOn('2027-03-23')
    expect((await told('amelia.hart@demo.example')).map(({ kind }) => kind)).toEqual(['next-year-open'])
    await runOn('2027-03-24')
    await runOn('2027-03-25')
    const amelia = await told('amelia.hart@demo.example')
    expect(amelia.map(({ kind }) => kind)).toEqual(['next-year-open', 'next-year-closing'])
    const words = amelia.map(wordsOf).at(-1)
    expect(words).toContain('Act by 31 March 2027 to keep your benefits')
    expect(words).toContain('Gym membership: ends on 5 April 2027 (£27.50 a month until then).')
    // Dan's benefits all continue, Isla has opted out, and Carys's employment ends with the year.
    for (const who of [dan, 'isla.reid@demo.example', 'carys.evans@demo.example'])
      expect((await told(who)).map(({ kind }) => kind)).toEqual(['next-year-open'])
  })

  it('list each window and its benefits; a reminder is sent before each window closes', async () => {
    await world.database.moveTo('2027-02-20T09:00:00Z')
    const ending = (text: string) => `${text}renewal: end\n`
    await applyNextYear({
      'benefits/health-cash-plan.yaml': ending,
      'benefits/critical-illness.yaml': ending,
      'scheme-current.yaml': (text) =>
        text.replace(
          'closes: 2027-03-31\n',
          `closes: 2027-03-31
    benefits: [critical-illness, dental]
  - code: early
    name: Early enrolment
    cause: annual
    opens: 2027-03-05
    closes: 2027-03-15
    benefits: [health-cash-plan]
`,
        ),
    })
    for (const day of ['2027-03-01', '2027-03-08', '2027-03-09', '2027-03-24', '2027-03-25']) await runOn(day)
    const amelia = await told('amelia.hart@demo.example')
    expect(amelia.map(({ kind, data }) => [kind, data?.['closesOn']])).toEqual([
      ['next-year-open', '15 March 2027'],
      ['next-year-closing', '15 March 2027'],
      ['next-year-closing', '31 March 2027'],
    ])
    const [open, ...closing] = amelia.map(wordsOf)
    expect(open).toContain('Health cash plan: 5 March 2027 to 15 March 2027.')
    expect(open).toMatch(/Critical illness[^\n]*, Dental insurance: 1 March 2027 to 31 March 2027\./)
    const namedIn = (words: string) =>
      ['Health cash plan', 'Critical illness', 'Gym membership'].filter((name) => words.includes(name))
    expect(closing.map(namedIn)).toEqual([['Health cash plan'], ['Critical illness', 'Gym membership']])
    expect((await told(dan)).map(({ kind }) => kind)).toEqual(['next-year-open'])
  })

  it('are combined into one mail if the job first runs late in the window, and are not sent to leavers', async () => {
    await world.database.moveTo('2027-03-10T09:00:00Z')
    await applyNextYear()
    await runOn('2027-03-29')
    expect((await told('amelia.hart@demo.example')).map(({ kind }) => kind)).toEqual(['next-year-open'])
    const left = await world.database.rows<{ email: string }>(
      `select email from account where exists (
         select from employment_fact fact
         where fact.client_id = account.client_id and fact.person_id = account.person_id
           and fact = 'status' and value = 'left' and effective_from <= '2027-03-10'
       ) limit 1`,
    )
    expect(await told(left[0]?.email ?? '')).toEqual([])
  })
})
