import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CallFailed } from '../../contract/call-failed.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { signedIn } from '../session/session.samples.ts'
import { useSession } from '../session/use-session.ts'
import { useTheme } from '../theme/use-theme.ts'
import { ContactUsPage } from './ContactUsPage.tsx'
import { enquiryIncomplete, readContactPage, sendEnquiry, type ContactPage } from './contact.contract.ts'
import { contactMessages } from './contact.messages.ts'

const contactPage: ContactPage = {
  enquiryOptions: [
    { label: 'A question about a benefit', value: 'benefit' },
    { label: 'My pay or a deduction', value: 'pay' },
  ],
  pageContent: { name: 'Talk to us', content: '<p>We answer within <strong>two</strong> working days.</p>' },
  error: null,
}
const answers = () =>
  new Answers().to(readContactPage, contactPage).to(sendEnquiry, { status: 'ok', fields: {}, message: 'Thank you' })
const show = (given: Answers) =>
  showScreen({ at: '/contact-us/', route: '/contact-us/$', screen: <ContactUsPage />, answers: given })

const subject = page.getByLabelText('Subject')
const comments = page.getByLabelText('Comments')
const send = page.getByRole('button', { name: 'Send' })

beforeEach(async () => {
  await page.viewport(1280, 900)
  useSession.setState(signedIn())
})

describe('contact page', () => {
  it("has the form, and a card with the client's text [CONTENT-01] [CONTENT-02] [CONTENT-07] [CONTENT-10] [CONTENT-16]", async () => {
    await show(answers())
    await expect.element(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
    const crumbs = page.getByRole('navigation').getByRole('listitem')
    expect(crumbs.elements().map((crumb) => crumb.textContent)).toEqual(['Home', 'Contact Us'])
    const trail = page.getByRole('navigation').getByRole('link')
    expect(trail.elements().map((link) => link.getAttribute('href'))).toEqual(['/app/home/'])
    await expect.element(page.getByRole('complementary', { name: 'Talk to us' })).toBeVisible()
    await expect.element(page.getByText('two', { exact: true })).toBeVisible()
    expect([...subject.element().querySelectorAll('option')].map(({ label }) => label)).toEqual([
      'Please choose',
      'A question about a benefit',
      'My pay or a deduction',
    ])
    await expect.element(comments).toHaveAttribute('rows', '5')
    await expect.element(page.getByText('From Amelia Hart, amelia.hart@demo.example')).toBeVisible()
    await expectAccessible()
  })

  it("sends the message with the sender's details, and shows a thank-you message [CONTENT-05] [CONTENT-06] [CONTENT-11] [CONTENT-16]", async () => {
    const given = answers()
    await show(given)
    await subject.selectOptions('pay')
    await comments.fill('Why is it more?')
    await send.click()
    await expect.element(page.getByText('Thank you, your message has been sent')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Return to home' })).toHaveAttribute('href', '/app/home/')
    expect(send.query()).toBeNull()
    expect(given.bodiesTo(sendEnquiry)).toEqual([
      {
        subject: 'pay',
        comments: 'Why is it more?',
        email: 'amelia.hart@demo.example',
        firstName: 'Amelia',
        surname: 'Hart',
        company: 'Northgate Rail',
      },
    ])
    await expectAccessible()
  })

  it('requires a subject and comments before sending [CONTENT-09] [CONTENT-15] [FORM-05] [FORM-06]', async () => {
    const given = answers()
    await show(given)
    await send.click()
    await expect.element(page.getByRole('group', { name: 'Please correct the errors highlighted below' })).toHaveFocus()
    await expect.element(page.getByText('Please correct the errors highlighted below')).toBeVisible()
    await expect.element(subject).toHaveAccessibleDescription('This field is required')
    await expect.element(comments).toHaveAccessibleDescription('This field is required')
    expect(given.bodiesTo(sendEnquiry)).toEqual([])
    await expectAccessible()
  })

  it("shows the server's errors under their fields, and keeps the entered text [CONTENT-13] [CONTENT-14] [CONTENT-15]", async () => {
    const given = answers().to(sendEnquiry, () => {
      const fields = { _person_enq: 'Please provide a subject for your message', _message: 'This field is required' }
      throw new CallFailed(422, { code: enquiryIncomplete.code, message: enquiryIncomplete.message, fields })
    })
    await show(given)
    await subject.selectOptions('pay')
    await comments.fill('Why?')
    await send.click()
    await expect.element(subject).toHaveAccessibleDescription('Please provide a subject for your message')
    await expect.element(comments).toHaveAccessibleDescription('This field is required')
    await expect.element(page.getByText('Please correct the errors highlighted below')).toBeVisible()
    await expect.element(comments).toHaveValue('Why?')
  })

  it('shows why a message was not sent if no field is at fault', async () => {
    await show(answers().drop(sendEnquiry))
    await subject.selectOptions('pay')
    await comments.fill('Why?')
    await send.click()
    await expect.element(page.getByText(/^Failed to fetch/)).toBeVisible()
    await expect.element(comments).toHaveValue('Why?')
  })

  it('shows that it is loading, and then an error if the reply is one [CONTENT-06]', async () => {
    const loaded = Promise.withResolvers<ContactPage>()
    const { unmount } = await show(answers().to(readContactPage, () => loaded.promise))
    await expect.element(page.getByText('Loading the contact page')).toBeInTheDocument()
    expect(send.query()).toBeNull()
    loaded.resolve(contactPage)
    await expect.element(send).toBeVisible()
    expect(page.getByText('Loading the contact page').query()).toBeNull()
    await unmount()
    await show(answers().to(readContactPage, { ...contactPage, error: 'It is not there' }))
    await expect.element(page.getByText('There was a problem loading this page')).toBeVisible()
    expect(send.query()).toBeNull()
  })

  it('shows that loading failed, with other ways to get in touch [CONTENT-06] [CONTENT-17] [CONTENT-18]', async () => {
    useTheme.setState({ contactUsEmail: 'people@demo.example', supportNumber: '0808 157 0144' })
    await show(answers().drop(readContactPage))
    await expect.element(page.getByText('There was a problem loading this page')).toBeVisible()
    await expect.element(page.getByText('Please email people@demo.example or call 0808 157 0144.')).toBeVisible()
    await expectAccessible()
  })

  it('omits contact details that do not exist [CONTENT-18]', () => {
    expect(contactMessages.advice('people@demo.example', null)).toBe('Please email people@demo.example.')
    expect(contactMessages.advice(null, '0808 157 0144')).toBe('Please call 0808 157 0144.')
    expect(contactMessages.advice(null, null)).toBe('')
  })

  it('redirects to Home if the client has no contact page, even if nobody is logged in [CONTENT-03] [CONTENT-04]', async () => {
    useSession.setState(signedIn({}, { contactUsEnabled: false }))
    const switchedOff = await show(answers())
    await expect.poll(switchedOff.address).toBe('/app/home/')
    await switchedOff.unmount()
    useSession.setState({ session: { step: 'out', loginError: null } })
    const nobody = await show(answers())
    await expect.poll(nobody.address).toBe('/app/home/')
  })

  it('waits until a stored login is restored [CONTENT-04]', async () => {
    useSession.setState({ session: { step: 'restoring' } })
    const { address } = await show(answers())
    await expect.element(page.getByText('Loading profile...')).toBeVisible()
    expect(address()).toBe('/contact-us/')
    useSession.setState(signedIn())
    await expect.element(send).toBeVisible()
  })
})
