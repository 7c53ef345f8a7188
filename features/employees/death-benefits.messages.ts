import { showPence } from '../../contract/money.ts'
import type { leavingReasons } from '../../services/people/people-csv.rules.ts'

type Reason = (typeof leavingReasons)[number]

export const lastDayMessages: Record<Reason, (day: string) => string> = {
  resignation: (day) => `${day}, resignation`,
  redundancy: (day) => `${day}, redundancy`,
  retirement: (day) => `${day}, retirement`,
  tupe: (day) => `${day}, moved to a new employer (TUPE transfer)`,
  'scheme-moves': (day) => `${day}, the scheme moves to another provider`,
  death: (day) => `Died on ${day}`,
}

export const deathCoverMessages = {
  lead: (day: string) =>
    `Cover on ${day}. Tell each provider of the death. The portal keeps no record of who is to receive the money: ask the trustees or the provider.`,
  sum: (pence: bigint, chosen: string) => `${showPence(pence)}${chosen && ` (${chosen})`}`,
  unknownSum: (chosen: string) => `Ask the provider for the amount${chosen && ` (${chosen})`}`,
  scheme: (provider: string, number: string | undefined) =>
    number === undefined ? provider : `${provider}, scheme ${number}`,
  noContact: 'No contact details are recorded',
} as const
