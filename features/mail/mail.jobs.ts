import { removal } from '../../platform/spent-rows.ts'
import { spentMails } from './due-mail.queries.ts'

/** Deletes mails that were delivered or given up long ago. */
export const removeEndedMail = removal('remove ended mail', spentMails)
