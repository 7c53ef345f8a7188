import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Answers, showScreen } from '../../tests/harness/screen.tsx'
import { readCookiePolicy, readPrivacyPolicy, readTerms } from './content.contract.ts'
import { useSiteContent } from './use-site-content.ts'

function Content() {
  const { content, reload } = useSiteContent()
  return (
    <button type="button" onClick={reload}>
      {JSON.stringify(content)}
    </button>
  )
}
const shown = () => JSON.parse(page.getByRole('button').element().textContent ?? '') as unknown

it('terms, policy and cookies have a status that says whether they are loaded [DATA-12]', async () => {
  const answers = new Answers()
    .to(readTerms, { content: '<p>Terms.</p>', revision: 3 })
    .to(readPrivacyPolicy, { content: '<p>Policy.</p>', revision: 3 })
    .hang(readCookiePolicy)
  const { unmount } = await showScreen({ at: '/', screen: <Content />, answers })
  await expect.element(page.getByRole('button')).toBeVisible()
  expect(shown()).toEqual({ status: false })
  await unmount()

  await showScreen({ at: '/', screen: <Content />, answers: answers.drop(readCookiePolicy) })
  await expect.poll(shown).toEqual({ status: 'error' })
  answers.to(readCookiePolicy, { content: '<p>Cookies.</p>', revision: 3 })
  await page.getByRole('button').click()
  await expect.poll(shown).toEqual({
    status: 'success',
    terms: '<p>Terms.</p>',
    policy: '<p>Policy.</p>',
    cookie: '<p>Cookies.</p>',
    termsRevision: 3,
  })
})
