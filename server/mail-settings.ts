import { join } from 'node:path'
import { StartError } from '../database/start-error.ts'
import type { Mode } from '../platform/app-context.ts'
import { isLocalHost, readSmtpUrl, type SmtpServer } from '../platform/smtp.ts'

export type MailSettings =
  | { by: 'smtp'; server: SmtpServer; from: { address: string; name?: string } }
  | { by: 'outbox'; folder: string; from: { address: string; name?: string } }
  | { by: 'nobody' }

type Settings = {
  MODE: Mode
  MAIL: 'on' | 'off'
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
  MAIL_FROM_NAME?: string | undefined
  PORTAL_URL?: string | undefined
  DEFAULT_SUPPORT_EMAIL: string
}

export function readMailSettings(
  settings: Settings,
  { dataDir, serves }: { dataDir: string; serves: boolean },
): MailSettings {
  const { MODE, MAIL, SMTP_URL, MAIL_FROM, MAIL_FROM_NAME: name, PORTAL_URL } = settings
  if (MAIL === 'off') {
    if (SMTP_URL) throw new StartError('MAIL is off and SMTP_URL names a mail server: remove one of them.')
    return { by: 'nobody' }
  }
  if (SMTP_URL) {
    const server = readSmtpUrl(SMTP_URL)
    if (!server) throw new StartError(`The setting SMTP_URL cannot be used: ${addressExample}.`)
    if (server.login && !server.secure && isLocalHost(server.host)) throw new StartError(passwordInTheOpen)
    if (!MAIL_FROM) throw new StartError('SMTP_URL needs MAIL_FROM: the address that mails come from.')
    if (MODE === 'production' && !PORTAL_URL) throw new StartError(missingAddress)
    return { by: 'smtp', server, from: { address: MAIL_FROM, ...(name && { name }) } }
  }
  if (MODE === 'production') {
    if (!serves) return { by: 'nobody' }
    throw new StartError(
      `Production needs SMTP_URL or SMTP_URL_FILE for its mail: ${addressExample}. MAIL=off sends none.`,
    )
  }
  const from = { address: MAIL_FROM ?? settings.DEFAULT_SUPPORT_EMAIL, ...(name && { name }) }
  return { by: 'outbox', folder: join(dataDir, 'outbox'), from }
}

const addressExample =
  'it is like smtps://user:password@host:465, or smtp://user:password@host:587, which is raised to TLS'
const missingAddress =
  'SMTP_URL needs PORTAL_URL: where people find the portal, such as https://{site}.benefits.example.com, so that links in mails lead there.'
const passwordInTheOpen =
  'SMTP_URL would send a password without TLS: use smtps:// for a server of this machine that asks for one.'
