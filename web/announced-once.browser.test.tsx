import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openActivation } from '../features/activation/activation.contract.ts'
import { validateLink } from '../features/password/password.contract.ts'
import { useSession } from '../features/session/use-session.ts'
import { openPortal, signedInAs } from '../tests/harness/portal-in-browser.tsx'
import { Answers } from '../tests/harness/screen.tsx'

// The parts of these pages are not loaded before, as in a browser that opens a link.

/** Returns the elements that announce the text from now on. */
function announcementsOf(text: string): Set<Element> {
  const found = new Set<Element>()
  const look = () => {
    for (const status of document.querySelectorAll('[role=status]')) if (status.textContent === text) found.add(status)
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  return found
}

const invited = { error: null, status: 'ok', first_name: 'Farah', surname: 'Ali', email: 'farah@demo.example' } as const

test.each([
  ['an invitation', '/activation/farah-ali', 'Day', new Answers().to(openActivation, invited)],
  [
    'a password link',
    '/reset-password?token=a&dob=b',
    'Day',
    new Answers().to(validateLink, { valid: true, message: null, error: null }),
  ],
])('announces "Checking..." once while the page of %s loads', async (_, address, field, answers) => {
  useSession.setState({ session: { step: 'out', loginError: null } })
  const announced = announcementsOf('Checking...')
  await openPortal(address, { answers: answers.transport })
  await expect.element(page.getByLabelText(field)).toBeVisible()
  expect(announced.size).toBe(1)
})

test('announces "Loading profile..." once to somebody who has left', async () => {
  useSession.setState({ session: { step: 'restoring' } })
  const announced = announcementsOf('Loading profile...')
  await openPortal('/app/home/')
  await expect.poll(() => announced.size).toBe(1)
  signedInAs({ employmentStatus: 'left' })
  await expect.element(page.getByText('Loading profile...')).toBeVisible()
  expect(announced.size).toBe(1)
})
