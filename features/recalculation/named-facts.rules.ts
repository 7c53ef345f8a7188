import { factsInWords } from '../../services/recalculation/recalculation.messages.ts'

export function namesFacts(reason: string): boolean {
  return Object.values(factsInWords).some((name) => reason.includes(name))
}
