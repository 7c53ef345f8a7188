/** Texts around the samples. The samples have their own texts. */
export const galleryMessages = {
  title: 'Parts of the portal',
  lead: 'Every part in every state. This page exists in the demo only.',
  look: 'Look',
  skip: 'Skip to the parts',
  index: 'All parts',
  dismiss: 'Dismiss',
  contrast: 'How the look is made readable',
  contrastLead:
    'A client chooses two colours. The text colours are calculated from them, so that every theme is readable.',
  variable: 'Where it is used',
  colour: 'Colour',
  ratio: 'Contrast',
  needed: 'Needed',
  onPrimary: 'Words on the primary colour',
  onAccent: 'Words on the accent colour',
  primaryStrong: 'Words in the primary colour, on white',
  accentStrong: 'Words in the accent colour, on white',
  focus: 'Focus ring',
  given: 'The primary colour as given, on white',
  ratioOf: (ratio: string) => `${ratio} : 1`,
} as const
