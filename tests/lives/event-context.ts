import type { IsoDate } from '../../contract/dates.ts'
import type { SimulatedPortal } from './portal.ts'
import type { Finding, RuleOfReplies } from './rules/rule.ts'
import type { Cells, SimulatedScheme } from './scheme.ts'

/** Everything that an event can use: the portal as the employee sees it, and the next upload of the benefits office. */
export type EventContext = {
  portal: SimulatedPortal
  scheme: SimulatedScheme
  today: IsoDate
  addToUpload: (cells: Cells) => void
  report: (rule: RuleOfReplies, found: Finding) => void
}
