/** Relevant earnings of a tax year: the band they reach, and their calculation in words. */
export type Relevant = { band: 'basic' | 'higher' | 'additional'; why: string }
