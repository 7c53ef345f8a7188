import { removalJob } from '../../platform/spent-rows.ts'
import { spentAssertions } from './sign-on.queries.ts'

export const removeOldAssertions = removalJob('remove old assertions', spentAssertions)
