import type { PuzzleEffort } from '../../platform/captcha/proof-of-work.ts'

export const easyPuzzles: PuzzleEffort = { cost: 1, from: 1, to: 4 }
