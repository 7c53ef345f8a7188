import type { IsoDate } from '../../contract/dates.ts'
import type { SimulatedPortal } from './portal.ts'
import type { Finding, RuleOfReplies } from './rules/rule.ts'
import type { Cells, SimulatedScheme } from './scheme.ts'

export type EventContext = {
  portal: SimulatedPortal
  scheme: SimulatedScheme
  today: IsoDate
  addToUpload: (cells: Cells) => void
  report: (rule: RuleOfReplies, found: Finding) => void
}
