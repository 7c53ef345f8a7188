/** Sends due mail in a loop until it is killed. Runs the portal's own mail sender in a separate process. */
import { openDatabase } from '../../database/database.ts'
import { openPool } from '../../database/postgres.ts'
import { noticeSample } from '../../services/mail/mail.samples.ts'
import { mailDelivery } from '../../services/mail/send-mail.server.ts'
import { themeDefaults } from '../../services/theme/theme.rules.ts'
import { repeatWork } from '../../platform/repeated-work.ts'
import { smtpTransport } from '../../platform/smtp.ts'
import { databaseLimits } from '../../server/limits.ts'

const { LOGIN = '', SECRET = '', SMTP_PORT } = process.env
const login: object = JSON.parse(LOGIN)
const pool = openPool(login, { size: 4, patience: databaseLimits, onError: () => undefined })
const { sendDue } = mailDelivery({
  db: openDatabase(pool),
  serverSecret: Buffer.from(SECRET, 'base64'),
  transport: smtpTransport({ host: 'localhost', port: Number(SMTP_PORT), secure: false }),
  sender: {
    kinds: [noticeSample],
    from: { address: 'no-reply@benefits.example' },
    themeDefaults,
    originOf: (site) => `https://${site}.benefits.example`,
  },
  onFault: () => process.exit(1),
})
repeatWork({ round: sendDue, everyMs: 50, onError: () => process.exit(1) })
process.send?.('sending')
