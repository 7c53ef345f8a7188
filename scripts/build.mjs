// Builds the browser's files for npm test, alongside other checks. Exits with 0 on success.
import { buildWeb, pinnedNode } from './prepare.mjs'

process.exitCode = buildWeb(pinnedNode()) ? 0 : 1
