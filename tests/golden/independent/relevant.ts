/** The relevant earnings of a tax year: the tax band, and the calculation in words. */
export type Relevant = { band: 'basic' | 'higher' | 'additional'; why: string }
