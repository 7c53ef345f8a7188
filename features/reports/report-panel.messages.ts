export const panelMessages = {
  providerFailed: 'There was an error requesting the provider report, please try again later',
  none: 'No reports available',
  noneYet: {
    payroll: 'The first one appears once a payroll run has been locked.',
    provider: 'The first ones appear once a month of your scheme is over.',
  },
  noneFits: 'No report matches your filters.',
  showAll: 'Show all reports',
  year: 'Year',
  month: 'Month',
  everyYear: 'All years',
  everyMonth: 'All months',
  provider: 'Provider',
  everyProvider: 'All providers',
  created: 'Created',
  loading: 'Loading reports',
  downloadSelected: 'Download selected',
  selected: (count: number) => (count === 1 ? '1 report selected' : `${count} reports selected`),
  tooMany: (most: number) => `Choose at most ${most} reports to download together`,
  selectAll: 'Select all reports',
  selectOne: (label: string) => `Select ${label}`,
  actions: 'Preview and file',
  preview: 'Preview',
  previewOf: (label: string) => `Preview of ${label}`,
  showPreviewOf: (label: string) => `Preview ${label}`,
  closePreview: 'Close the preview',
  loadingPreview: 'Loading the preview',
  noLines: 'This report has no lines',
  firstLines: (shown: number, all: number) =>
    shown < all
      ? `The first ${shown} of ${all.toLocaleString('en-GB')} lines. The file holds all of them.`
      : `All ${all} lines.`,
  fileLines: 'Lines',
  /** 'Employer amount, all lines' */
  totalOf: (heading: string) => `${heading}, all lines`,
} as const
