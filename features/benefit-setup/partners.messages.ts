import { showDate } from '../../contract/dates.ts'

export const partnerMessages = {
  quote: (reference: string, validUntil: string | null) =>
    validUntil === null
      ? `Quote ${reference} of the partner`
      : `Quote ${reference} of the partner, valid until ${showDate(validUntil)}`,
} as const
