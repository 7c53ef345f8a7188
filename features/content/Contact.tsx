import type { FormEvent } from 'react'
import { errorMessages } from '../../contract/messages.ts'
import { viewMessages } from '../../contract/view-restrictions.messages.ts'
import { paths } from '../../contract/paths.ts'
import { telephoneAddress } from '../../contract/telephone.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FormErrors } from '../../ui/FormErrors.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/States.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import type { SetupReply } from '../../services/session/session.contract.ts'
import { useReadOnlyView } from '../session/use-signed-in-person.ts'
import { useTheme } from '../theme/use-theme.ts'
import type { ContactPage } from './contact.contract.ts'
import { contactMessages } from './contact.messages.ts'
import styles from './Contact.module.css'
import { useContact, type ContactProblems } from './use-contact.ts'

const crumbs = [{ label: contactMessages.home, to: paths.home() }, { label: contactMessages.title }]

export function Contact({ user, client }: Pick<SetupReply, 'user' | 'client'>) {
  const contact = useContact({ user, client })
  const { view } = contact
  const isReadOnly = useReadOnlyView()
  const number = useTheme((theme) => theme.supportNumber)
  return (
    <Page title={contactMessages.title} crumbs={crumbs} narrow={view.step !== 'form'}>
      {view.step === 'loading' && (
        <Card>
          <Loading label={contactMessages.loading}>
            <Skeleton />
            <Skeleton shape="block" />
          </Loading>
        </Card>
      )}
      {view.step === 'form' && (
        <div className={styles.split}>
          <Card>
            {isReadOnly ? (
              <p>{viewMessages.notInView}</p>
            ) : (
              <EnquiryForm page={view.page} contact={contact} from={contactMessages.from(user.name, user.email)} />
            )}
          </Card>
          <Card as="aside" labelledBy="contact-content">
            <h2 id="contact-content">{view.page.pageContent.name}</h2>
            <SafeHtml html={view.page.pageContent.content} headingFrom={3} />
            {number && (
              <p>
                {contactMessages.phone} <a href={telephoneAddress(number)}>{number}</a>
              </p>
            )}
          </Card>
        </div>
      )}
      {view.step === 'success' && (
        <Alert kind="success" title={contactMessages.sent}>
          <Link to={paths.home()}>{errorMessages.returnHome}</Link>
        </Alert>
      )}
      {view.step === 'error' && <LoadFailed />}
    </Page>
  )
}

function LoadFailed() {
  const email = useTheme((theme) => theme.contactUsEmail)
  const number = useTheme((theme) => theme.supportNumber)
  return (
    <Card>
      <ErrorState
        error={null}
        title={contactMessages.loadFailed}
        action={
          <Link to={paths.home()} className={buttonClass()}>
            {errorMessages.returnHome}
          </Link>
        }
      >
        {contactMessages.advice(email, number)}
      </ErrorState>
    </Card>
  )
}

function EnquiryForm({
  page,
  contact,
  from,
}: {
  page: ContactPage
  contact: ReturnType<typeof useContact>
  from: string
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void contact.submit()
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label={contactMessages.formLabel}>
      <FormErrors title={contactMessages.correct} errors={listOf(contact.problems)} />
      {contact.failure !== null && (
        <Alert kind="error" isAnswer>
          {contact.failure}
        </Alert>
      )}
      <p className={styles.soft}>{from}</p>
      <SelectField
        label={contactMessages.subjectLabel}
        name="subject"
        placeholder={contactMessages.choose}
        choices={page.enquiryOptions}
        value={contact.subject}
        onChange={contact.setSubject}
        error={contact.problems.subject}
      />
      <TextArea
        label={contactMessages.comments}
        name="comments"
        rows={5}
        value={contact.comments}
        onChange={contact.setComments}
        error={contact.problems.comments}
      />
      <div>
        <Button type="submit" busy={contact.busy} busyLabel={contactMessages.sending}>
          {contactMessages.send}
        </Button>
      </div>
    </form>
  )
}

function listOf({ subject, comments }: ContactProblems) {
  return [
    { field: 'subject', message: subject },
    { field: 'comments', message: comments },
  ].filter((problem) => problem.message !== undefined)
}
