import { Client, type ClientConfig } from 'pg'

type Listening = { login: ClientConfig; channel: string; onNotification: (payload: string) => void }

const tryAgainAfterMs = 5_000

/** Listens to a channel on its own connection. Callers also poll, because poolers deliver no notifications. */
export function listenTo({ login, channel, onNotification }: Listening): { stop: () => Promise<void> } {
  let stopped = false
  let current: Client | undefined
  let timer: NodeJS.Timeout | undefined

  const open = async (): Promise<void> => {
    const client = new Client({ ...login, connectionTimeoutMillis: tryAgainAfterMs, keepAlive: true })
    current = client
    let over = false
    const reopen = (): void => {
      if (over) return
      over = true
      client.end().catch(() => undefined)
      if (!stopped) timer = setTimeout(() => void open(), tryAgainAfterMs)
    }
    client.on('error', reopen)
    client.on('end', reopen)
    client.on('notification', ({ payload }) => onNotification(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      // Notifications sent before the connection opened were missed, so notify once now.
      onNotification('')
    } catch {
      reopen()
    }
  }
  const opened = open()

  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await opened
      await current?.end().catch(() => undefined)
    },
  }
}
