import { describe, expect, it } from 'vitest'
import { londonDate } from '../../contract/dates.ts'
import { employerWorld } from '../../tests/harness/employer-world.ts'
import { addPerson, setEmploymentStatus, signInAs } from '../../tests/harness/people.ts'
import { viewByOperator } from '../../tests/harness/views.ts'
import type { LoginsOnDay } from './engagement.contract.ts'

const email = 'ben.osei@demo.example'
const world = await employerWorld()
await addPerson(world.portal, world.clientId, { email })

const logins = () =>
  world.portal.request({ url: `/api/v2/client/${world.clientId}/employee-insights/logins`, token: world.grace.token })
const rows = async () => (await logins()).json<LoginsOnDay[]>()
const signIn = () => signInAs(world.portal, { email })

describe('logins over time', () => {
  it('are counted for each day, even if people log in in parallel; days without logins are listed [EMP-38]', async () => {
    const today = londonDate(new Date())
    // Setting up this world logged in three times.
    expect(await rows()).toEqual([{ date: today, count: 3, windowOpen: false }])
    // At most two logins at once, because a third would need a captcha.
    await Promise.all([signIn(), signIn()])
    await Promise.all([signIn(), signIn()])
    expect(await rows()).toEqual([{ date: today, count: 7, windowOpen: false }])
    const failed = await world.portal.request({ method: 'POST', url: '/api/login', body: { email, password: 'wrong' } })
    expect(failed.statusCode).toBe(401)
    expect(await rows()).toEqual([{ date: today, count: 7, windowOpen: false }])
    await world.portal.database.rows(
      `insert into login_count (client_id, day, logins) values ($1, app.today() - 2, 5)`,
      [world.clientId],
    )
    expect((await rows()).map(({ count }) => count)).toEqual([5, 0, 7])
    await world.portal.database.rows(
      `insert into login_count (client_id, day, logins) values ($1, app.today() - 400, 9)`,
      [world.clientId],
    )
    expect((await rows()).map(({ count }) => count)).toEqual([5, 0, 7])
  })

  it('are marked on the days on which an annual window of the whole scheme was open', async () => {
    await world.portal.database.rows(
      `with year as (
         insert into scheme_year (client_id, year, starts_on, ends_on)
         values ($1, 2090, app.today() - 30, app.today() + 300) returning id
       )
       insert into enrolment_window (client_id, scheme_year_id, code, cause, opens_on, closes_on, person_id)
       select $1, id, cause, cause, app.today() - opened, app.today() - closed, granted::uuid
       from year, (values
         ('annual', 1, 1, null), ('joiner', 9, 0, null), ('granted', 9, 0, $2)
       ) as given (cause, opened, closed, granted)`,
      [world.clientId, world.grace.personId],
    )
    expect((await rows()).map(({ windowOpen }) => windowOpen)).toEqual([false, true, false])
  })

  it('do not count leavers, nor operators and employers who view the portal as another person', async () => {
    const before = await rows()
    await viewByOperator(world.portal, email)
    expect(await rows()).toEqual(before)
    const left = await addPerson(world.portal, world.clientId, { email: 'elif.kaya@demo.example' })
    await setEmploymentStatus(world.portal, world.clientId, left, 'left')
    await signInAs(world.portal, { email: 'elif.kaya@demo.example' })
    expect(await rows()).toEqual(before)
  })

  it('do not count logins at other clients', async () => {
    const theirs = await world.portal.request({
      url: `/api/v2/client/${world.other.clientId}/employee-insights/logins`,
      token: world.other.token,
      site: 'plain',
    })
    expect(theirs.json<LoginsOnDay[]>().map(({ count }) => count)).toEqual([1])
  })
})
