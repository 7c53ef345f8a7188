import { removalJob } from '../../platform/expired-rows.ts'
import { spentLinkCounts } from './link-attempt-limit.queries.ts'
import { spentLinks } from './password-links.queries.ts'
import { spentChecks } from './password.queries.ts'

export const removeOldLinks = removalJob('remove old links', [spentChecks, spentLinkCounts, spentLinks])
