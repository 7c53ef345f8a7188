import { chmodSync } from 'node:fs'
import { createServer, connect, type Socket } from 'node:net'

/** Forwards connections between unix sockets. Each direction is delayed by `DELAY` milliseconds. */
const delay = Number(process.env['DELAY'])

function pass(from: Socket, to: Socket): void {
  const waiting: { bytes: Buffer; at: number }[] = []
  const send = (): void => {
    while (waiting[0] && waiting[0].at <= performance.now()) to.write(waiting.shift()?.bytes ?? '')
    // Timers are too slow: their shortest delay is longer than a network's.
    if (waiting.length > 0) setImmediate(send)
  }
  from.on('data', (bytes) => {
    waiting.push({ bytes: Buffer.from(bytes), at: performance.now() + delay })
    if (waiting.length === 1) setImmediate(send)
  })
  from.on('close', () => to.destroy())
  from.on('error', () => to.destroy())
}

const links = JSON.parse(process.env['LINKS'] ?? '[]') as { from: string; to: string }[]
for (const { from, to } of links) {
  const server = createServer((near) => {
    const far = connect(to)
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((resolve) => server.listen(from, resolve))
  // PostgreSQL may run as another user.
  chmodSync(from, 0o777)
}
process.once('SIGTERM', () => process.exit(0))
console.log('Ready')
