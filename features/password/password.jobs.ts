import { removal } from '../../platform/spent-rows.ts'
import { spentLinkCounts } from './link-counts.queries.ts'
import { spentLinks } from './links.queries.ts'
import { spentChecks } from './password.queries.ts'

/** Links that were over long ago, and counts of checks and of tries whose time has passed. */
export const removeOldLinks = removal('remove old links', [spentChecks, spentLinkCounts, spentLinks])
