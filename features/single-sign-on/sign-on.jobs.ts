import { removal } from '../../platform/spent-rows.ts'
import { spentAssertions } from './sign-on.queries.ts'

/** What would not be believed a second time anyway. */
export const removeOldAssertions = removal('remove old assertions', spentAssertions)
