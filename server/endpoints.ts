import { reportHandlers } from '../features/reports/reports.api.ts'
import type { Handler } from '../platform/handle.ts'
import type { House } from '../platform/house.ts'

/** Every area's handlers; one line an area. */
export function handlersOf(_house: House): Handler[] {
  return [...reportHandlers]
}
