import type { Kysely } from 'kysely'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { listenTo } from '../database/listen.ts'
import type { Database } from '../database/tables.ts'
import { uploadLimits } from '../features/data-uploads/upload-states.rules.ts'
import { uploadChannel } from '../features/data-uploads/uploads.queries.ts'
import { processUploads } from '../features/data-uploads/process-uploads.server.ts'
import { reminderWriter } from '../features/employer-overview/reminders.server.ts'
import { welcomeEmailWriter } from '../features/employees/welcome-email.server.ts'
import { mailLimits } from '../services/mail/limits.ts'
import { mailChannel } from '../services/mail/mail.queries.ts'
import { requestedMailWriter } from '../services/mail/requested-mail.server.ts'
import { mailDelivery, type DeliveryAttempt } from '../services/mail/send-mail.server.ts'
import { finishApplications } from '../features/scheme/scheme.jobs.ts'
import { calculateOutdatedTakeUp } from '../features/take-up/take-up.jobs.ts'
import { runDailyJobs } from '../platform/daily-jobs.ts'
import type { MailTransport } from '../platform/mail-transport.ts'
import { outboxTransport } from '../platform/outbox.ts'
import { repeatWork } from '../platform/repeated-work.ts'
import { smtpTransport } from '../platform/smtp.ts'
import { withTimeout } from '../platform/timeout.ts'
import type { Config } from './config.ts'
import { dailyJobs } from './daily-jobs.ts'
import { databaseLimits, workLimits } from './limits.ts'
import { mailAdvice } from './mail-advice.ts'
import { mailKinds } from './mail-kinds.ts'
import type { MailSettings } from './mail-settings.ts'
import { portalOrigins } from './portal-origins.ts'

type WorkerOptions = Pick<Config, 'serverSecret' | 'mail' | 'portalUrl' | 'fixedSite' | 'port' | 'themeDefaults'> & {
  db: Kysely<Database>
  login: ClientConfig
  log: Logger
}

export function startWorker(options: WorkerOptions): { stop: () => Promise<void> } {
  const { db, log } = options
  const daily = repeatWork({
    round: async (leaving) => {
      await finishApplications(
        {
          db,
          onFault: ({ error, clientId }) =>
            log.error({ err: error, clientId }, 'application of a scheme folder failed'),
          onUnfinished: (about) => log.warn(about, 'application of a scheme folder is unfinished'),
        },
        leaving,
      )
      await runDailyJobs(
        {
          db,
          jobs: dailyJobs(options.serverSecret),
          onFault: ({ error, ...about }) => log.error({ err: error, ...about }, 'daily job failed'),
        },
        leaving,
      )
    },
    everyMs: workLimits.dailyEveryMs,
    onError: (error) => log.error(error, 'daily jobs could not run'),
  })
  const uploads = workOnUploads(options)
  const takeUp = repeatWork({
    round: (leaving) =>
      calculateOutdatedTakeUp(
        {
          db,
          onFault: ({ error, clientId }) => log.error({ err: error, clientId }, 'take-up could not be calculated'),
        },
        leaving,
      ),
    everyMs: workLimits.takeUpEveryMs,
    onError: (error) => log.error(error, 'take-up could not be calculated'),
  })
  const mail = options.mail.by === 'nobody' ? undefined : sendMail(options, options.mail)
  return {
    stop: async () =>
      void (await Promise.all([
        daily.stop(workLimits.stopWithinMs),
        takeUp.stop(workLimits.stopWithinMs),
        uploads.stop(),
        mail?.stop(),
      ])),
  }
}

function workOnUploads({ db, login, log }: WorkerOptions): { stop: () => Promise<void> } {
  const rounds = repeatWork({
    round: (leaving) =>
      processUploads(
        {
          db,
          onFault: ({ error, ...about }) => log.error({ err: error, ...about }, 'an upload could not be processed'),
        },
        leaving,
      ),
    everyMs: uploadLimits.lookEveryMs,
    onError: (error) => log.error(error, 'due uploads could not be listed'),
  })
  const ear = listenTo({ login, channel: uploadChannel, onNotification: rounds.wake })
  return {
    stop: async () => {
      const closed = withTimeout(databaseLimits.closeWithinMs, ear.stop())
      await Promise.all([closed, rounds.stop(uploadLimits.stopWithinMs)])
    },
  }
}

function sendMail(
  { db, login, log, serverSecret, themeDefaults, ...options }: WorkerOptions,
  settings: Exclude<MailSettings, { by: 'nobody' }>,
): { stop: () => Promise<void> } {
  const { sendDue } = mailDelivery({
    db,
    serverSecret,
    transport: transportOf(settings),
    sender: { kinds: mailKinds, from: settings.from, themeDefaults, originOf: portalOrigins(options) },
    onTried: (tried) => logDelivery(log, tried),
    onFault: ({ error, clientId }) => log.error({ err: error, clientId }, 'mail of a client could not be sent'),
  })
  const writers = (
    [
      ['welcome', welcomeEmailWriter(serverSecret)],
      ['reminder', reminderWriter(serverSecret)],
    ] as const
  ).map(([kind, write]) =>
    requestedMailWriter({
      db,
      kind,
      write,
      onFault: ({ error, clientId }) =>
        log.error({ err: error, clientId, kind }, 'requested mail could not be written'),
    }),
  )
  const rounds = repeatWork({
    round: async (leaving) => {
      let isAny = true
      while (isAny) {
        await sendDue(leaving)
        isAny = false
        for (const writePortions of writers) isAny = (await writePortions(leaving)) || isAny
      }
    },
    everyMs: mailLimits.lookEveryMs,
    onError: (error) => log.error(error, 'due mail could not be listed'),
  })
  const ear = listenTo({ login, channel: mailChannel, onNotification: rounds.wake })
  return {
    stop: async () => {
      // With an unreachable database, the listener never closes.
      const closed = withTimeout(databaseLimits.closeWithinMs, ear.stop())
      await Promise.all([closed, rounds.stop(mailLimits.stopWithinMs)])
    },
  }
}

function transportOf(settings: Exclude<MailSettings, { by: 'nobody' }>): MailTransport {
  return settings.by === 'smtp' ? smtpTransport(settings.server) : outboxTransport(settings.folder)
}

/** Logs no recipient and no content. */
function logDelivery(log: Logger, tried: DeliveryAttempt): void {
  if (tried.outcome === 'sent') return log.info(tried, 'mail sent')
  const about = { ...tried, see: mailAdvice(tried.error ?? '') }
  if (tried.outcome === 'later') log.warn(about, 'mail not sent yet')
  else log.error(about, 'mail given up')
}
