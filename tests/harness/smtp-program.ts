import { readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Behaviour, MailServerMessage } from './smtp-server.ts'

let behaviour: Behaviour = 'accept'
const tell = (said: MailServerMessage): void => void process.send?.(said)
const refusal = (responseCode: number): Error =>
  Object.assign(new Error('no <somebody@demo.example> here'), { responseCode })

const { CERTIFICATE, KEY, SECURE, WITHOUT_TLS, LOGIN } = process.env
const sockets = new Set<Socket>()
const server = new SMTPServer({
  secure: SECURE === 'yes',
  ...(CERTIFICATE && KEY && { cert: readFileSync(CERTIFICATE), key: readFileSync(KEY) }),
  disabledCommands: [...(WITHOUT_TLS ? ['STARTTLS'] : []), ...(LOGIN ? [] : ['AUTH'])],
  authOptional: !LOGIN,
  disableReverseLookup: true,
  onAuth: ({ username, password }, _, done) =>
    `${username}:${password}` === LOGIN ? done(null, { user: username }) : done(new Error('no')),
  onConnect: (_, done) => (behaviour === 'busy' ? done(refusal(421)) : done()),
  onMailFrom: (_, __, done) => {
    const number = { 'refuse-sender': 550, 'refuse-sender-for-now': 451, 'want-login-first': 530 }[behaviour as string]
    if (number) done(refusal(number))
    else done()
  },
  onRcptTo: (_, __, done) => {
    if (behaviour === 'refuse-recipient-for-now') done(refusal(451))
    else if (behaviour === 'refuse-recipient') done(refusal(550))
    else done()
  },
  onData: (stream, { envelope }, done) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      if (behaviour === 'hang') return
      if (behaviour === 'refuse-content') return done(refusal(554))
      const raw = Buffer.concat(parts).toString()
      tell({ mail: { to: envelope.rcptTo.map(({ address }) => address), raw } })
      if (behaviour === 'drop-after-data') for (const socket of sockets) socket.destroy()
      else done()
    })
  },
})
// Errors of closed connections are ignored.
server.on('error', () => undefined)
server.server.on('connection', (socket: Socket) => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
})

const silent = createServer(() => undefined)

process.on('message', (told: Behaviour) => {
  behaviour = told
  tell({ behaves: told })
})
process.on('disconnect', () => process.exit(0))
silent.listen(0, '127.0.0.1', () => {
  server.listen(Number(process.env['PORT'] ?? 0), '0.0.0.0', () => {
    // A listening server has an address with a port.
    const portOf = (listening: { address: () => unknown }) => (listening.address() as { port: number }).port
    tell({ port: portOf(server.server), silentPort: portOf(silent) })
  })
})
