import { Tour } from '../../ui/Tour.tsx'
import { homeTourSteps } from './home-tour.messages.ts'

export function HomeTour({ onClose }: { onClose: () => void }) {
  return <Tour steps={homeTourSteps} onClose={onClose} />
}
