import type { PuzzleEffort } from '../../platform/captcha/proof-of-work.ts'

/** Makes captcha puzzles that are solved in almost no time. */
export const easyPuzzles: PuzzleEffort = { cost: 1, from: 1, to: 4 }
