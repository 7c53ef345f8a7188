import { removalJob } from '../../platform/expired-rows.ts'
import { spentAssertions } from './sign-on.queries.ts'

export const removeOldAssertions = removalJob('remove old assertions', spentAssertions)
