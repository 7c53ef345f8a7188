import { factLabels } from '../../services/recalculation/recalculation.messages.ts'

export function mentionsPersonalFact(reason: string): boolean {
  return Object.values(factLabels).some((name) => reason.includes(name))
}
