import type { Effort } from '../../platform/captcha/proof-of-work.ts'

/** Captcha puzzles that take a test almost no time. */
export const easy: Effort = { cost: 1, from: 1, to: 4 }
