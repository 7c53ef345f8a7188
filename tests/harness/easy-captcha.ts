import type { PuzzleEffort } from '../../platform/captcha/proof-of-work.ts'

/** Captcha puzzles that take a test almost no time. */
export const easy: PuzzleEffort = { cost: 1, from: 1, to: 4 }
