/** Words that the parts say by themselves, wherever they stand. */
export const uiMessages = {
  breadcrumbs: 'Breadcrumb',
  stepDone: ' (done)',
  loading: (what: string) => `Loading ${what.toLowerCase()}`,
} as const
