import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { refusal } from '../../contract/refusals.ts'
import { openPortal, signedInAs } from '../../tests/harness/portal-in-browser.tsx'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { listFaqs } from './content.contract.ts'
import { FaqsPage } from './FaqsPage.tsx'

test('has the address /app/faqs/ [CONTENT-28]', async () => {
  signedInAs()
  const answers = new Answers().to(listFaqs, [{ question: 'When?', answer: '<p>Now.</p>', category: 'Choosing' }])
  await openPortal('/app/faqs/', { answers: answers.transport })
  await expect.element(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible()
  await page.getByRole('region', { name: 'Choosing' }).getByText('When?').click()
  await expect.element(page.getByText('Now.')).toBeVisible()
  await cleanup()
})

const faqs = (answers: Answers) => showScreen({ at: '/app/faqs/', route: '/app/faqs', screen: <FaqsPage />, answers })

test('shows questions by category; the answer to a question opens on a click [CONTENT-29]', async () => {
  const some = await faqs(
    new Answers().to(listFaqs, [
      { question: 'What is salary sacrifice?', answer: '<p>You give up pay.</p>', category: 'Pay and tax' },
      { question: 'How do I sign in?', answer: '<p>By e-mail.</p>', category: 'My account' },
    ]),
  )
  const pay = page.getByRole('region', { name: 'Pay and tax' })
  await pay.getByText('What is salary sacrifice?').click()
  await expect.element(pay.getByText('You give up pay.')).toBeVisible()
  await expect.element(page.getByText('By e-mail.')).not.toBeVisible()
  await expectAccessible()
  await some.unmount()

  const none = await faqs(new Answers().to(listFaqs, []))
  await expect.element(page.getByText('No FAQs available')).toBeVisible()
  await expectAccessible()
  await none.unmount()

  await faqs(new Answers().refuse(listFaqs, refusal('malformed', 400, 'no')))
  await expect.element(page.getByText('It looks like something has gone wrong, please try again later')).toBeVisible()
  await expectAccessible()
})
