import { useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './ProfilePage.module.css'
import { profileMessages } from './profile.messages.ts'
import { contactFields, type ContactDetails } from '../../services/people/profile.rules.ts'
import { DetailList, ProfileSection } from './ProfileSection.tsx'

const ContactForm = loadOnDemand(
  () => import('./ContactForm.tsx').then((m) => m.ContactForm),
  undefined,
  <Skeleton shape="block" />,
)

type ContactSectionProps = { contact: ContactDetails; wantsReminders: boolean; mayChange: boolean }

export function ContactSection({ contact, wantsReminders, mayChange }: ContactSectionProps) {
  const [editing, setEditing] = useState(false)
  const change = useRef<HTMLButtonElement>(null)
  const done = () => {
    setEditing(false)
    // The button exists only after the next paint.
    requestAnimationFrame(() => change.current?.focus())
  }
  return (
    <ProfileSection title={profileMessages.contact}>
      {editing ? (
        <ContactForm contact={contact} wantsReminders={wantsReminders} onDone={done} />
      ) : (
        <>
          <DetailList
            facts={[
              ...contactFields.map((field) => [profileMessages[field], contact[field]] as const),
              [profileMessages.reminders, wantsReminders ? profileMessages.remindersOn : profileMessages.remindersOff],
            ]}
          />
          <p className={styles.soft}>{profileMessages.contactWhy}</p>
          {mayChange && (
            <div className={styles.buttons}>
              <Button ref={change} kind="secondary" icon="edit" onClick={() => setEditing(true)}>
                {profileMessages.changeContact}
              </Button>
            </div>
          )}
        </>
      )}
    </ProfileSection>
  )
}
