import { removal } from '../../platform/spent-rows.ts'
import { spentAssertions } from './sign-on.queries.ts'

/** Deletes used assertions that have expired. */
export const removeOldAssertions = removal('remove old assertions', spentAssertions)
