import { factsInWords } from './following.messages.ts'

/** Whether the reason of a new price says of somebody what they earn, how long they work or how they are paid. */
export function namesFacts(reason: string): boolean {
  return Object.values(factsInWords).some((name) => reason.includes(name))
}
