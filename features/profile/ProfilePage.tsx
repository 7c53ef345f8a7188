import type { ReactNode } from 'react'
import { showDate } from '../../contract/dates.ts'
import { paths } from '../../contract/paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/States.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import { useMasquerade } from '../session/use-session.ts'
import { useReadOnlyView } from '../session/use-signed-in-person.ts'
import { useTheme } from '../theme/use-theme.ts'
import { ColoursSection } from './ColoursSection.tsx'
import { ContactSection } from './ContactSection.tsx'
import { FamilySection } from './FamilySection.tsx'
import { LifeEventsSection } from './LifeEventsSection.tsx'
import { PictureSection } from './PictureSection.tsx'
import { DetailList, ProfileSection } from './ProfileSection.tsx'
import styles from './ProfilePage.module.css'
import type { Profile } from './profile.contract.ts'
import { profileMessages } from './profile.messages.ts'
import { SessionsSection } from './SessionsSection.tsx'
import { useProfile } from './use-profile.ts'

export function ProfilePage() {
  const profile = useProfile()
  return (
    <Page
      title={profileMessages.title}
      lead={profileMessages.lead}
      crumbs={[{ label: profileMessages.home, to: paths.home() }, { label: profileMessages.title }]}
    >
      {profile.isPending && (
        <Loading label={profileMessages.loading}>
          <div className={styles.columns}>
            <Skeleton shape="card" />
            <Skeleton shape="card" />
          </div>
        </Loading>
      )}
      {profile.isError && (
        <ErrorState error={profile.error} title={profileMessages.failed} onRetry={() => void profile.refetch()} />
      )}
      {profile.data && <Sections profile={profile.data} />}
    </Page>
  )
}

function Sections({ profile }: { profile: Profile }) {
  // A viewer must not change these details, and an employer must not see them.
  const isOwn = useMasquerade() === null
  const mayChange = !useReadOnlyView()
  const { darkMode } = useTheme()
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <Details profile={profile} />
        <ContactSection contact={profile.contact} wantsReminders={profile.wantsReminders} mayChange={mayChange} />
        {mayChange && profile.avatars.length > 0 && <PictureSection avatars={profile.avatars} />}
        {isOwn && darkMode && <ColoursSection />}
      </div>
      <div className={styles.column}>
        {(isOwn || profile.family.length > 0) && <FamilySection />}
        <LifeEventsSection />
        {isOwn && <Password hasPassword={profile.hasPassword} />}
        {isOwn && profile.hasPassword && <TwoFactor isOn={profile.mfaEnabled} />}
        {isOwn && <SessionsSection />}
        {profile.terms && <Terms terms={profile.terms} />}
      </div>
    </div>
  )
}

function Details({ profile }: { profile: Profile }) {
  const { title, firstName, surname, dateOfBirth, email, employeeNumber, jobTitle, startDate } = profile
  return (
    <ProfileSection title={profileMessages.details}>
      <DetailList
        facts={[
          [profileMessages.name, [title, firstName, surname].filter(Boolean).join(' ')],
          [profileMessages.dateOfBirth, dateOfBirth && showDate(dateOfBirth)],
          [profileMessages.email, email],
          [profileMessages.employeeNumber, employeeNumber],
          [profileMessages.jobTitle, jobTitle],
          [profileMessages.startDate, startDate && showDate(startDate)],
        ]}
      />
      <p className={styles.soft}>{profileMessages.detailsFrom}</p>
    </ProfileSection>
  )
}

function Password({ hasPassword }: { hasPassword: boolean }) {
  const panels = usePanels()
  return (
    <ProfileSection title={profileMessages.password}>
      <p className={styles.soft}>{hasPassword ? profileMessages.passwordText : profileMessages.noPassword}</p>
      {hasPassword && (
        <Buttons>
          <Button kind="secondary" onClick={() => panels.open('change-password')}>
            {profileMessages.changePassword}
          </Button>
        </Buttons>
      )}
    </ProfileSection>
  )
}

function TwoFactor({ isOn }: { isOn: boolean }) {
  const panels = usePanels()
  return (
    <ProfileSection
      title={profileMessages.twoFactor}
      aside={
        <Badge tone={isOn ? 'good' : 'neutral'}>
          {isOn ? profileMessages.twoFactorOn : profileMessages.twoFactorOff}
        </Badge>
      }
    >
      <p className={styles.soft}>{isOn ? profileMessages.twoFactorOnText : profileMessages.twoFactorOffText}</p>
      <Buttons>
        <Button kind="secondary" onClick={() => panels.open('two-fa-qr')}>
          {isOn ? profileMessages.newPhone : profileMessages.turnOn}
        </Button>
        {isOn && (
          <>
            <Button kind="secondary" onClick={() => panels.open('two-fa-code', { purpose: 'recovery-codes' })}>
              {profileMessages.recoveryCodes}
            </Button>
            <Button kind="quiet" onClick={() => panels.open('two-fa-disable')}>
              {profileMessages.turnOff}
            </Button>
          </>
        )}
      </Buttons>
    </ProfileSection>
  )
}

function Terms({ terms: { revision, acceptedAt } }: { terms: NonNullable<Profile['terms']> }) {
  const panels = usePanels()
  return (
    <ProfileSection title={profileMessages.terms}>
      <p>{profileMessages.termsAccepted(revision, showDate(acceptedAt))}</p>
      <Buttons>
        <Button kind="secondary" onClick={() => panels.open('terms')}>
          {profileMessages.readTerms}
        </Button>
      </Buttons>
    </ProfileSection>
  )
}

function Buttons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}
