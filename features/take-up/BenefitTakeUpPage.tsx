import { useParams } from '@tanstack/react-router'
import { CallFailed } from '../../contract/call-failed.ts'
import { paths } from '../../contract/paths.ts'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { oneOf, useSetAddress } from '../../ui/use-address-params.ts'
import { SavedViews } from '../saved-views/SavedViews.tsx'
import { isAnyText } from '../saved-views/view-query.rules.ts'
import { useUser } from '../session/use-session.ts'
import { peopleLists } from './take-up.contract.ts'
import { takeUpMessages as say } from './take-up.messages.ts'
import { TakeUpPeople } from './TakeUpPeople.tsx'
import type { GroupKind } from './people-groups.rules.ts'
import { chosenGroup, useGroupInAddress } from './use-group-filter.ts'
import { useBenefitTakeUp, usePeopleState } from './use-take-up.ts'

const viewFilters = { search: isAnyText, show: (value: string) => oneOf(peopleLists, value) !== undefined }

export function BenefitTakeUpPage() {
  const { benefitId = '' } = useParams({ strict: false })
  const insights = useUser()?.isInsightsEnabled
  const setAddress = useSetAddress()
  const people = usePeopleState({ search: 'search', holding: 'show', page: 'page' })
  const query = useBenefitTakeUp(benefitId, people)
  const group = useGroupInAddress()
  const isShown = (by: GroupKind) => (value: string) =>
    !query.data || chosenGroup(query.data.groupChoices, { by, value }) !== undefined
  const isGone = query.error instanceof CallFailed && query.error.status === 404
  return (
    <Page
      title={query.data ? say.takeUpOf(query.data.benefit.name) : say.title}
      crumbs={[
        { label: say.crumbHome, to: paths.home() },
        { label: say.crumbDashboard, to: paths.dashboard() },
        { label: say.crumb, to: paths.takeUp() },
      ]}
      actions={
        <>
          {!isGone && (
            <SavedViews
              screen="take-up-people"
              values={{
                search: people.search,
                show: people.holding === 'selected' ? '' : people.holding,
                ...(group && { [group.by]: group.value }),
              }}
              filters={{
                ...viewFilters,
                department: isShown('department'),
                location: isShown('location'),
                payroll: isShown('payroll'),
              }}
              onOpen={(values) => setAddress({ ...values, page: '' })}
            />
          )}
          {(query.data ? query.data.insights : insights) && (
            <Link to={paths.insights(benefitId)}>{say.toInsights}</Link>
          )}
        </>
      }
    >
      {isGone ? (
        <EmptyState title={say.none}>{say.gone}</EmptyState>
      ) : (
        <TakeUpPeople {...{ benefitId, people, query }} />
      )}
    </Page>
  )
}
