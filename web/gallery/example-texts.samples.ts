export const longName = 'Wolfeschlegelsteinhausenbergerdorff-Montgomery-Featherstonehaugh of Llanfairpwllgwyngyll'
export const rightToLeftName = 'عبد الرحمن بن محمد آل نهيان'
export const longSentence =
  'This sentence is as long as an employer might make it, because they have been asked twice and would now like to say it once and for all, for everybody who works at the depot in Stoke-on-Trent.'

export type Person = { id: string; name: string; benefit: string; cost: number }

const benefits = ['Private medical insurance', 'Dental', 'Cycle to work', 'Pension'] as const

export const people: readonly Person[] = [
  { id: 'p1', name: 'Amelia Hart', benefit: 'Private medical insurance', cost: 12345.67 },
  { id: 'p2', name: 'Ben Osei', benefit: 'Dental', cost: 0 },
  { id: 'p3', name: longName, benefit: 'Cycle to work', cost: 83.33 },
  { id: 'p4', name: rightToLeftName, benefit: 'Pension', cost: 250 },
]

export const manyPeople: readonly Person[] = Array.from({ length: 25 }, (_, index) => ({
  id: `m${index}`,
  name: `Employee ${index + 1}`,
  benefit: benefits[index % benefits.length] ?? benefits[0],
  cost: index * 12.5,
}))

const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

export const pounds = (amount: number): string => format.format(amount)
export const doNothing = (): void => undefined
