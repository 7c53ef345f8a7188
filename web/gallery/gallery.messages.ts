/** Texts around the samples. The samples have their own texts. */
export const galleryMessages = {
  title: 'Components of the portal',
  lead: 'Every component in every state. Only the demo has this page.',
  look: 'Look',
  skip: 'Skip to the components',
  index: 'All parts',
  dismiss: 'Dismiss',
  contrast: 'Readable text colours',
  contrastLead:
    'A client chooses two colours. The text colours are calculated from them, so that every theme is readable.',
  variable: 'Where it is used',
  colour: 'Colour',
  ratio: 'Contrast',
  needed: 'Needed',
  onPrimary: 'Text on the primary colour',
  onAccent: 'Text on the accent colour',
  primaryStrong: 'Text in the primary colour, on white',
  accentStrong: 'Text in the accent colour, on white',
  focus: 'Focus ring',
  given: 'The primary colour as given, on white',
  ratioOf: (ratio: string) => `${ratio} : 1`,
} as const
