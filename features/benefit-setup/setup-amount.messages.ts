export const setupAmountMessages = {
  range: (min: string, max: string) => `From ${min} to ${max}`,
  units: { pounds: undefined, percent: '%', days: 'days', multiple: '× salary' },
  slider: (label: string) => `${label}, slider`,
} as const
