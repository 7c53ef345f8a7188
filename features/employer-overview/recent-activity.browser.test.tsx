import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { refusal } from '../../contract/refusals.ts'
import { signedIn } from '../session/session.samples.ts'
import { useSession } from '../session/use-session.ts'
import { readRecentActivity } from './recent-activity.contract.ts'
import { RecentActivityPage } from './RecentActivityPage.tsx'

beforeEach(async () => {
  await page.viewport(1280, 900)
  useSession.setState(signedIn({ userType: 'employer' }, { id: '0a5bdc6e-6a83-4b8e-9c53-000000000099' }))
})

const data = [
  { sequence: 7, at: '2026-11-16T09:11:00.000Z', actor: 'Grace Lin', text: 'Approved 3 selections' },
  { sequence: 5, at: '2026-07-01T09:11:00.000Z', actor: null, text: 'Changed the scheme' },
]
const show = (answers: Answers) =>
  showScreen({ at: '/app/dashboard/recent-activity/', screen: <RecentActivityPage />, answers })

test('shows what happened, who did it, and when', async () => {
  await show(new Answers().to(readRecentActivity, { data }))
  await expect.element(page.getByRole('rowheader', { name: 'Approved 3 selections' })).toBeVisible()
  expect(Array.from(document.querySelectorAll('tbody tr'), (row) => row.textContent)).toEqual([
    'WhatApproved 3 selectionsWhoGrace LinWhen16 Nov 2026, 09:11',
    'WhatChanged the schemeWhoThe portal or an operatorWhen1 Jul 2026, 10:11',
  ])
  await expectAccessible()
})

test('says that it is loading, that nothing has happened, that it failed, and that access is denied', async () => {
  const loading = await show(new Answers().hang(readRecentActivity))
  await expect.element(page.getByText('Loading recent activity')).toBeInTheDocument()
  await loading.unmount()
  const empty = await show(new Answers().to(readRecentActivity, { data: [] }))
  await expect.element(page.getByText('Nothing has happened yet')).toBeVisible()
  await empty.unmount()
  const failed = await show(new Answers().drop(readRecentActivity))
  await expect.element(page.getByText('Recent activity could not be loaded')).toBeVisible()
  await failed.unmount()
  await show(new Answers().refuse(readRecentActivity, refusal('denied', 403, 'Access Denied')))
  await expect.element(page.getByText('Access Denied')).toBeVisible()
})
