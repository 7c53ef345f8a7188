import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { showDate } from '../../contract/dates.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/States.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import { listFamily } from '../family/family.contract.ts'
import { activeFamily, type FamilyMember } from '../family/family-payload.rules.ts'
import { useUser } from '../session/use-session.ts'
import { useReadOnlyView } from '../session/use-signed-in-person.ts'
import { familyKey } from '../../domain/definition/family.rules.ts'
import { ownFamilyMessages as say } from './own-family.messages.ts'
import styles from './ProfilePage.module.css'
import { ProfileSection } from './ProfileSection.tsx'

export function FamilySection() {
  const panels = usePanels()
  const hasLeft = useUser()?.employmentStatus === 'left'
  const mayChange = !useReadOnlyView() && !hasLeft
  const family = useQuery({
    queryKey: familyKey,
    queryFn: async ({ signal }) => activeFamily(await call(listFamily, {}, signal)),
  })
  return (
    <ProfileSection title={say.title}>
      {family.isPending && (
        <Loading label={say.loading} isPart>
          <Skeleton />
          <Skeleton width="half" />
        </Loading>
      )}
      {family.isError && <ErrorState error={family.error} title={say.failed} onRetry={() => void family.refetch()} />}
      {family.data?.length === 0 && <p>{say.none}</p>}
      {family.data && family.data.length > 0 && (
        <ul role="list" className={styles.rows}>
          {family.data.map((member) => (
            <Member
              key={member.familyMemberId}
              member={member}
              onChange={
                mayChange ? () => panels.open('add-family-member', { familyMemberId: member.familyMemberId }) : null
              }
            />
          ))}
        </ul>
      )}
      {mayChange && (
        <>
          <p className={styles.soft}>{say.text}</p>
          <div className={styles.buttons}>
            <Button kind="secondary" onClick={() => panels.open('add-family-member')}>
              {say.add}
            </Button>
          </div>
        </>
      )}
    </ProfileSection>
  )
}

function Member({ member, onChange }: { member: FamilyMember; onChange: (() => void) | null }) {
  const { name, relationship, dateOfBirth, fullTimeEducationEndDate: ends } = member
  return (
    <li>
      <span className={styles.about}>
        <span>
          <span className={styles.strong}>{name}</span> <Badge>{say.relationships[relationship]}</Badge>
        </span>
        <span className={styles.soft}>{say.born(showDate(dateOfBirth))}</span>
        {ends !== null && <span className={styles.soft}>{say.educationUntil(showDate(ends))}</span>}
      </span>
      <span className={styles.atTheEnd}>
        {onChange && (
          <Button kind="quiet" icon="edit" onClick={onChange}>
            {say.change}
            <span className="visually-hidden"> {name}</span>
          </Button>
        )}
      </span>
    </li>
  )
}
