import { removal } from '../../platform/spent-rows.ts'
import { spentLinkCounts } from './link-counts.queries.ts'
import { spentLinks } from './links.queries.ts'
import { spentChecks } from './password.queries.ts'

/** Deletes links that expired long ago, and old counts of checks and attempts. */
export const removeOldLinks = removal('remove old links', [spentChecks, spentLinkCounts, spentLinks])
