/** The longest names to expect. */
export const longName = 'Maximiliana-Alexandrina Featherstonehaugh-Cholmondeley'
export const longBenefit = 'Group income protection and rehabilitation insurance for train crew'
