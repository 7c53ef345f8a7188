import { removal } from '../../platform/spent-rows.ts'
import { spentMails } from './due-mail.queries.ts'

export const removeEndedMail = removal('remove ended mail', spentMails)
