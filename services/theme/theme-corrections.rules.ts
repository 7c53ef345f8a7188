import { contrast, readableColour, textOn, themeLooks } from './theme.rules.ts'

type Correction = { of: 'primary' | 'accent'; reason: string }

export function correctedColours(given: { primary?: string | undefined; accent?: string | undefined }): Correction[] {
  const looks = themeLooks(given)
  return (['primary', 'accent'] as const).flatMap((of) => {
    const colour = looks[of]
    const text = readableColour(colour, 4.5)
    const onColour = textOn(colour)
    const pairs = [
      { use: `Text and links in the ${of} colour`, wanted: colour, ground: '#ffffff', shown: text, needed: 4.5 },
      { use: `White text on the ${of} colour`, wanted: '#ffffff', ground: colour, shown: onColour, needed: 4.5 },
      ...(of === 'primary'
        ? [{ use: 'Focus ring', wanted: colour, ground: '#ffffff', shown: readableColour(colour, 3), needed: 3 }]
        : []),
    ]
    return pairs
      .filter(({ wanted, shown }) => wanted !== shown)
      .map(({ use, wanted, ground, shown, needed }) => ({
        of,
        reason: `${use}: ${wanted} on ${ground} has a contrast of ${contrast(wanted, ground).toFixed(1)}:1 instead of ${needed}:1. The portal shows ${shown}`,
      }))
  })
}
