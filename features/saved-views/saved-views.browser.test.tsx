import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refusal } from '../../contract/refusals.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { Notices } from '../../ui/Notices.tsx'
import { viewedByEmployer } from '../session/session.samples.ts'
import { useSession, type Session } from '../session/use-session.ts'
import { deleteView, listViews, renameView, saveView, viewNameTaken, type SavedView } from './saved-views.contract.ts'
import { SavedViews } from './SavedViews.tsx'
import { isAnyText } from './view-query.rules.ts'

const clientId = '0a5bdc6e-6a83-4b8e-9c53-000000000099'
const leavers: SavedView = {
  viewId: '0a5bdc6e-6a83-4b8e-9c53-000000000001',
  screen: 'employee-data',
  name: 'Leavers',
  query: 'left=1',
}

beforeEach(async () => {
  await page.viewport(1280, 900)
  // The list uses only the client from the session.
  useSession.setState({ session: { step: 'in', client: { id: clientId, scheme: { id: 's' } } } as unknown as Session })
})

const opened: unknown[] = []
beforeEach(() => void opened.splice(0))

const show = (answers: Answers, left = '') =>
  showScreen({
    at: '/app/employee-data/',
    screen: (
      <>
        <SavedViews
          screen="employee-data"
          values={{ search: '', left }}
          filters={{ search: isAnyText, left: (value) => value === '1' }}
          onOpen={(values) => opened.push(values)}
        />
        <Notices dismissLabel="Dismiss" />
      </>
    ),
    answers,
    retry: false,
  })

const button = (name: string) => page.getByRole('button', { name, exact: true })

it('saves a view once the list differs from its default, and says why a name is refused', async () => {
  const unfiltered = await show(new Answers())
  await expect.element(button('Saved views')).toBeVisible()
  expect(button('Save this view').elements()).toEqual([])
  await unfiltered.unmount()

  const answers = new Answers().refuse(saveView, viewNameTaken)
  await show(answers, '1')
  await button('Save this view').click()
  const name = page.getByRole('textbox', { name: 'Name of the view' })
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toHaveAccessibleDescription('Enter a name for the view')
  await userEvent.type(name, ' Leavers {Enter}')
  await expect.element(name).toHaveAccessibleDescription(viewNameTaken.message)
  await expect.element(name).toHaveValue(' Leavers ')
  await expectAccessible()
  answers.to(saveView, leavers)
  await button('Save').click()
  await expect.element(page.getByText('Leavers is saved')).toBeVisible()
  await expect.element(button('Save this view')).toHaveFocus()
  expect(answers.bodiesTo(saveView).at(-1)).toEqual({ screen: 'employee-data', name: 'Leavers', query: 'left=1' })
})

it('opens a view, and says when part of it no longer exists', async () => {
  const old = { ...leavers, viewId: `${leavers.viewId.slice(0, -1)}2`, name: 'Old', query: 'left=1&team=crew' }
  await show(new Answers().to(listViews, [leavers, old, { ...old, screen: 'approvals', name: 'Elsewhere' }]), '1')
  await button('Saved views').click()
  await expect.element(button('Open Old')).toBeVisible()
  expect(page.getByText('Elsewhere').elements()).toEqual([])
  await expect.element(page.getByText('Shown now')).toBeVisible()
  await expectAccessible()
  await button('Open Leavers').click()
  await expect.element(button('Saved views')).toHaveFocus()
  expect(button('Save this view').elements()).toEqual([])
  await button('Saved views').click()
  await button('Open Old').click()
  await expect.element(page.getByText(/^Old: part of this view no longer exists/)).toBeVisible()
  expect(opened).toEqual([
    { search: '', left: '1' },
    { search: '', left: '1' },
  ])
})

it('renames and deletes a view', async () => {
  let views = [leavers]
  const answers = new Answers()
    .to(listViews, () => views)
    .to(renameView, () => {
      views = [{ ...leavers, name: 'Gone' }]
      return { ...leavers, name: 'Gone' }
    })
    .to(deleteView, () => {
      views = []
      return { status: 'ok' as const }
    })
  await show(answers)
  await button('Saved views').click()
  await button('Rename Leavers').click()
  await userEvent.fill(page.getByRole('textbox', { name: 'Name of the view' }), 'Gone')
  await button('Save').click()
  await button('Delete Gone').click()
  await button('Delete').click()
  await expect.element(page.getByText('No saved views yet')).toBeVisible()
  expect(answers.bodiesTo(renameView)).toEqual([{ name: 'Gone' }])
})

it('shows that views load, fail or are refused', async () => {
  const loading = await show(new Answers().hang(listViews))
  await button('Saved views').click()
  await expect.element(page.getByText('Loading saved views')).toBeInTheDocument()
  await loading.unmount()

  const answers = new Answers().drop(listViews)
  const failed = await show(answers)
  await button('Saved views').click()
  await expect.element(page.getByText('There was an error requesting your saved views')).toBeVisible()
  answers.to(listViews, [])
  await button('Retry').click()
  await expect.element(page.getByText('No saved views yet')).toBeVisible()
  await failed.unmount()

  await show(new Answers().refuse(listViews, refusal('denied', 403, 'Access Denied')))
  await button('Saved views').click()
  await expect.element(page.getByText('Access Denied')).toBeVisible()
})

it('shows no saved views to people who view as this person', async () => {
  useSession.setState(viewedByEmployer())
  await show(new Answers(), '1')
  expect(page.getByRole('button', { name: /Sav/ }).elements()).toEqual([])
})
