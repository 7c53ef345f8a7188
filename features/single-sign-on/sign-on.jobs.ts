import { removal } from '../../platform/spent-rows.ts'
import { spentAssertions } from './sign-on.queries.ts'

export const removeOldAssertions = removal('remove old assertions', spentAssertions)
