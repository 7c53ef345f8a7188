import { buildWeb, pinnedNode } from './prepare.mjs'

process.exitCode = buildWeb(pinnedNode()) ? 0 : 1
