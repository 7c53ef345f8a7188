import { removalJob } from '../../platform/expired-rows.ts'
import { expiredMails } from './due-mail.queries.ts'

export const removeEndedMail = removalJob('remove ended mail', expiredMails)
