// Builds the browser's files for npm test, beside what else checks the sources. Ends with 0 when they stand.
import { buildWeb, pinnedNode } from './prepare.mjs'

process.exitCode = buildWeb(pinnedNode()) ? 0 : 1
