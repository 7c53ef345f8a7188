import { factLabels } from '../../services/recalculation/recalculation.messages.ts'

export function namesFacts(reason: string): boolean {
  return Object.values(factLabels).some((name) => reason.includes(name))
}
