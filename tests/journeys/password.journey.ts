import { withConnection } from '../../database/bootstrap.ts'
import { freshPassword } from './by-link.ts'
import { expect, password, signIn, test } from './portal.ts'

const email = 'elif.kaya@demo.example'

test('a new password logs out other browsers only [PANEL-01] [PROFILE-06] [PROFILE-08] [S-36]', async ({
  page,
  portal,
  browser,
}) => {
  const elsewhere = await (await browser.newContext()).newPage()
  await signIn(elsewhere, portal, email)
  await signIn(page, portal, email)

  await page.goto(portal.address('/app/home/?panel=change-password'))
  const panel = page.getByRole('dialog', { name: 'Change password' })
  await panel.getByLabel('Current password').fill(password)
  const rules = panel.getByRole('list', { name: 'Your new password needs' })
  await panel.getByLabel('New password', { exact: true }).pressSequentially('northgate1234')
  await expect(panel.getByRole('status').last()).toHaveText('5 of 9 requirements met')
  await expect(rules.getByText('not met: no predictable sequences (e.g. 1234, zyxw)')).toBeVisible()
  await expect(rules.getByText('not met: no commonly used words')).toBeVisible()
  await panel.getByLabel('New password', { exact: true }).fill(freshPassword)
  await expect(panel.getByRole('status').last()).toHaveText('All requirements met')
  await panel.getByLabel('Confirm new password').fill(freshPassword)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Password successfully changed')).toBeVisible()
  await expect(panel).toBeHidden()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/app\/home/)
  await elsewhere.reload()
  await expect(elsewhere.getByLabel('Email')).toBeVisible()

  await elsewhere.getByLabel('Email').fill(email)
  await elsewhere.getByRole('button', { name: 'Next' }).click()
  await elsewhere.getByLabel('Password', { exact: true }).fill(freshPassword)
  await elsewhere.getByRole('button', { name: 'Login' }).click()
  await elsewhere.waitForURL('**/app/home/')
  await elsewhere.context().close()

  // Restores elif's password to the one shared by all example people, for later journeys.
  await withConnection(portal.database, async (superuser) => {
    const { rows } = await superuser.query<{ hash: string }>(
      `select password_hash as hash from account where email = 'amelia.hart@demo.example'`,
    )
    await superuser.query('update account set password_hash = $1 where email = $2', [rows[0]?.hash, email])
  })
})
