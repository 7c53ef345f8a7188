export const uiMessages = {
  breadcrumbs: 'Breadcrumb',
  stepDone: ' (done)',
  loading: (what: string) => `Loading ${what.toLowerCase()}`,
} as const
