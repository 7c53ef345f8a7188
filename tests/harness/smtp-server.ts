import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type Behaviour =
  | 'accept'
  | 'busy'
  | 'refuse-sender'
  | 'refuse-sender-for-now'
  | 'want-login-first'
  | 'refuse-recipient'
  | 'refuse-recipient-for-now'
  | 'refuse-content'
  | 'hang'
  | 'drop-after-data'

export type ReceivedMail = { to: string[]; raw: string }
export type MailServerMessage = { port: number; silentPort: number } | { behaves: Behaviour } | { mail: ReceivedMail }

export type MailServer = {
  port: number
  /** A port that accepts connections and never answers. */
  silentPort: number
  /** All mail received, in order, including mail that was not acknowledged. */
  received: ReceivedMail[]
  behave: (behaviour: Behaviour) => Promise<void>
  stop: () => Promise<void>
}

export async function startMailServer(settings: Record<string, string> = {}): Promise<MailServer> {
  const child = fork(join(import.meta.dirname, 'smtp-program.ts'), { env: { ...process.env, ...settings } })
  const received: ReceivedMail[] = []
  const waiting: ((said: MailServerMessage) => void)[] = []
  child.on('message', (said: MailServerMessage) => {
    if ('mail' in said) received.push(said.mail)
    else waiting.shift()?.(said)
  })
  const exited = once(child, 'exit')
  const ports = await new Promise<MailServerMessage>((resolve) => waiting.push(resolve))
  if (!('port' in ports)) throw new Error('The mail server did not say where it is')
  return {
    ...ports,
    received,
    behave: async (behaviour) => {
      const done = new Promise<MailServerMessage>((resolve) => waiting.push(resolve))
      child.send(behaviour)
      await done
    },
    stop: async () => {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}

export function fieldOf({ raw }: ReceivedMail, name: string): string | undefined {
  const [head = ''] = raw.split('\r\n\r\n')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head.replaceAll(/\r\n[ \t]+/g, ' '))?.[1]
}
