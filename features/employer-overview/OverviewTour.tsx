import { Tour } from '../../ui/Tour.tsx'
import { overviewTourSteps } from './overview-tour.messages.ts'

export function OverviewTour({ onClose }: { onClose: () => void }) {
  return <Tour steps={overviewTourSteps} onClose={onClose} />
}
