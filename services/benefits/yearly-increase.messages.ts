import { showDate } from '../../contract/dates.ts'

export const yearlyIncreaseMessages = {
  reason: (day: string) => `The yearly increase of ${showDate(day)}`,
  rises: (label: string, { by, on, upTo }: { by: string; on: string; upTo: string }) =>
    `${label} rises by ${by} on ${on} each year, up to ${upTo}.`,
  next: (value: string, day: string, amount: string) =>
    `Next: ${value} from ${showDate(day)}, ${amount} a month as things stand today.`,
  kept: (day: string) =>
    `The amount would not increase on ${showDate(day)}, because the increase would take your pay below the minimum wage or has no price.`,
  highest: 'The highest amount has already been reached.',
  notThisYear: 'There is no further increase in this scheme year.',
  step: 'Next yearly increase',
  stepTo: (value: string, day: string) => `${value} from ${showDate(day)}`,
} as const
