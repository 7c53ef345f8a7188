import { removal } from '../../platform/spent-rows.ts'
import { spentMails } from './due-mail.queries.ts'

/** Mails that were delivered or given up long ago. */
export const removeEndedMail = removal('remove ended mail', spentMails)
