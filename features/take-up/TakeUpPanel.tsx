import { CallFailed } from '../../contract/call-failed.ts'
import { SidePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { takeUpMessages as say } from './take-up.messages.ts'
import { TakeUpPeople } from './TakeUpPeople.tsx'
import { useBenefitTakeUp, usePeopleState } from './use-take-up.ts'

export function TakeUpPanel({ params, onClose }: PanelProps) {
  const benefitId = params['benefitId'] ?? ''
  const people = usePeopleState({ search: 'find', holding: 'holding', page: 'at' })
  const query = useBenefitTakeUp(benefitId, people)
  const isGone = query.error instanceof CallFailed && query.error.status === 404
  return (
    <SidePanel
      title={query.data ? say.takeUpOf(query.data.benefit.name) : say.title}
      busy={false}
      error={null}
      onClose={onClose}
      wide
    >
      {isGone ? (
        <EmptyState title={say.none}>{say.gone}</EmptyState>
      ) : (
        <TakeUpPeople {...{ benefitId, people, query }} />
      )}
    </SidePanel>
  )
}
