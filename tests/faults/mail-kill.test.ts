import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { clientId as clientIdOf } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { mailLimits } from '../../services/mail/limits.ts'
import { mailQueue } from '../../services/mail/mail.queries.ts'
import { noticeSample } from '../../services/mail/mail.samples.ts'
import { fieldOf, startMailServer } from '../harness/smtp-server.ts'
import { startWorld } from '../harness/world.ts'

const { recipients, kills } = process.env['LONG_TESTS']
  ? { recipients: 1_000, kills: 200 }
  : { recipients: 40, kills: 2 }

it(
  `none of ${recipients} mails is lost if the sending process is killed ${kills} times [S-79] [R-19]`,
  { timeout: 120_000 + kills * 20_000 },
  async () => {
    const world = await startWorld()
    const server = await startMailServer({ WITHOUT_TLS: 'yes' })
    onTestFinished(() => server.stop())
    const rows = <Row extends object>(query: string, values: unknown[] = []) => world.database.rows<Row>(query, values)
    const [client] = await rows<{ id: string }>(`select client_id as id from client where code = 'demo'`)
    const northgate = clientIdOf.parse(client?.id)
    const addresses = Array.from({ length: recipients }, (_, each) => `person-${each}@demo.example`)
    await inClient(world.database.db, northgate, (tx) =>
      mailQueue(world.serverSecret).queueMails(
        tx,
        northgate,
        addresses.map((address) => ({
          to: { address },
          kind: noticeSample,
          data: { about: address },
          cause: 'welcome',
        })),
      ),
    )
    const start = async () => {
      const child = fork(join(import.meta.dirname, 'mail-worker.ts'), {
        env: {
          ...process.env,
          LOGIN: JSON.stringify(world.database.app),
          SECRET: world.serverSecret.toString('base64'),
          SMTP_PORT: String(server.port),
        },
      })
      const exited = once(child, 'exit')
      await once(child, 'message')
      return {
        kill: async () => {
          child.kill('SIGKILL')
          await exited
        },
      }
    }
    const longestPause = Math.max(mailLimits.claimMs, mailLimits.longestOutageRetryMs)
    const passTime = () =>
      rows('update app.clock set ahead = ahead + make_interval(secs => $1)', [longestPause / 1000 + 1])
    const queued = async () =>
      (await rows<{ left: number }>(`select count(*)::int as left from mail where state = 'queued'`))[0]?.left
    let worker = await start()
    onTestFinished(() => worker.kill())

    await server.behave('busy')
    await vi.waitUntil(async () => (await rows('select 1 from mail where last_error is not null')).length > 0, {
      timeout: 60_000,
      interval: 20,
    })
    expect(server.received).toEqual([])
    await server.behave('accept')

    // Each kill comes while mail is being sent, after a further share has been delivered.
    const share = Math.floor(recipients / (kills + 1))
    for (let kill = 1; kill <= kills; kill += 1) {
      await passTime()
      await vi.waitUntil(async () => server.received.length >= kill * share || (await queued()) === 0, {
        timeout: 60_000,
        interval: 2,
      })
      await worker.kill()
      worker = await start()
    }
    await vi.waitUntil(
      async () => {
        await passTime()
        return (await queued()) === 0
      },
      { timeout: 60_000, interval: 500 },
    )

    const byRecipient = Map.groupBy(server.received, ({ to }) => to[0])
    expect(new Set(byRecipient.keys())).toEqual(new Set(addresses))
    for (const copies of byRecipient.values())
      expect(new Set(copies.map((copy) => fieldOf(copy, 'Message-ID'))).size).toBe(1)
    // Only mail that is being sent at a kill can be sent twice.
    const extra = server.received.length - recipients
    expect(extra).toBeLessThanOrEqual(kills * mailLimits.atOnce)
    expect(await rows(`select 1 from mail where state <> 'sent' or data is not null`)).toEqual([])
    console.log(`${recipients} mails, ${kills} kills, ${extra} came twice`)
  },
)
