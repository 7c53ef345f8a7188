export const bands = {
  age: ['under-25', '25-34', '35-44', '45-54', '55-64', '65-over'],
  sex: ['female', 'male', 'unknown'],
  service: ['under-1', '1-2', '3-5', '6-10', 'over-10', 'unknown'],
} as const

export type Dimension = keyof typeof bands
export type Band<D extends Dimension = Dimension> = (typeof bands)[D][number]

export const dimensions = ['age', 'sex', 'service'] as const satisfies readonly Dimension[]

export const ageBands = [
  [65, '65-over'],
  [55, '55-64'],
  [45, '45-54'],
  [35, '35-44'],
  [25, '25-34'],
  [0, 'under-25'],
] as const satisfies readonly (readonly [number, Band<'age'>])[]

export const serviceBands = [
  [11, 'over-10'],
  [6, '6-10'],
  [3, '3-5'],
  [1, '1-2'],
  [0, 'under-1'],
] as const satisfies readonly (readonly [number, Band<'service'>])[]
