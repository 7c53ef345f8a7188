import type { IsoDate } from '../../contract/dates.ts'
import type { SimulatedPortal } from './portal.ts'
import type { Finding, RuleOfReplies } from './rules/rule.ts'
import type { Cells, SimulatedScheme } from './scheme.ts'

/** What news can act on: the portal as the employee, and the office's next file. */
export type EventContext = {
  portal: SimulatedPortal
  scheme: SimulatedScheme
  today: IsoDate
  /** Adds rows to the office's file of this day. */
  addToUpload: (cells: Cells) => void
  /** Reports a response of the portal that breaks a rule. */
  report: (rule: RuleOfReplies, found: Finding) => void
}
