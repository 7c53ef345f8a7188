import { showDate } from '../../contract/dates.ts'

export const partnerMessages = {
  quote: (reference: string, validUntil: string | null) =>
    validUntil === null
      ? `Quote ${reference} from the insurer`
      : `Quote ${reference} from the insurer, valid until ${showDate(validUntil)}`,
} as const
