import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { FileNotReceived, receiveFile, type ReceivedFile } from './receive-file.ts'

type Outcome = { file: ReceivedFile } | { why: string }
const mostBytes = 3_000_000
let limit = mostBytes
let port = 0
let outcome = Promise.withResolvers<Outcome>()
const server = createServer((asked, answer) => {
  void receive(asked).then(outcome.resolve, outcome.reject)
  asked.on('end', () => answer.end())
})

async function receive(asked: IncomingMessage): Promise<Outcome> {
  try {
    return { file: await receiveFile(asked, { mostBytes: limit }) }
  } catch (error) {
    if (error instanceof FileNotReceived) return { why: error.why }
    throw error
  }
}

let place = ''
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'receive-'))
  vi.stubEnv('TMPDIR', place)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A TCP server that listens has an address with a port.
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.close()
  await once(server, 'close')
  vi.unstubAllEnvs()
  await rm(place, { recursive: true })
})

const boundary = 'between-the-parts'
const part = (disposition: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ])
const end = Buffer.from(`--${boundary}--\r\n`)

function send(boundaryPart = `boundary=${boundary}`) {
  outcome = Promise.withResolvers<Outcome>()
  const asking = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    agent: false,
    headers: { 'content-type': `multipart/form-data; ${boundaryPart}` },
  })
  asking.on('error', () => undefined)
  return asking
}

async function received(...parts: Buffer[]): Promise<Outcome> {
  const asking = send()
  asking.end(Buffer.concat([...parts, end]))
  // The 'response' event passes an IncomingMessage.
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  answer.resume()
  return outcome.promise
}

const leftBehind = () => readdir(place)

async function openUnder(folder: string): Promise<string[]> {
  const open = await readdir('/proc/self/fd')
  const paths = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return paths.filter((path) => path.startsWith(folder))
}

describe('file sent in a form', () => {
  it('is stored completely under a generated name until it is removed [S-55]', async () => {
    const content = randomBytes(2_500_000)
    const came = await received(part('name="file"; filename="../../etc/people\u202e.csv"', content))
    if (!('file' in came)) throw new Error(came.why)
    const { file } = came
    expect(file).toMatchObject({ declaredName: 'people.csv', bytes: content.length })
    expect(file.path).toMatch(/portal-upload-[^/]+\/file$/)
    expect(file.path.startsWith(place)).toBe(true)
    expect((await readFile(file.path)).equals(content)).toBe(true)
    expect(file.sha256).toEqual(createHash('sha256').update(content).digest())
    await file.remove()
    expect(await readdir(dirname(file.path)).catch(() => 'gone')).toBe('gone')
    expect(await leftBehind()).toEqual([])
  })

  it('must be the only field of the form, named file', async () => {
    const people = part('name="file"; filename="people.csv"', Buffer.from('people'))
    const came = await received(part('name="file"; filename=""', Buffer.alloc(0)), people)
    if (!('file' in came)) throw new Error(came.why)
    expect(await readFile(came.file.path, 'utf8')).toBe('people')
    await came.file.remove()
    const other = part('name="upload"; filename="people.csv"', Buffer.from('people'))
    const note = part('name="note"', Buffer.from('of November'))
    for (const parts of [[other], [people, other], [people, note], [note, people]])
      expect(await received(...parts)).toEqual({ why: 'other-field' })
    expect(await openUnder(place)).toEqual([])
    expect(await leftBehind()).toEqual([])
  })

  it('is refused if the form has several files, and then no file is left', async () => {
    const file = (name: string) => part(`name="file"; filename="${name}"`, randomBytes(100_000))
    expect(await received(file('people.csv'), file('others.csv'))).toEqual({ why: 'several-files' })
    expect(await received(file(''), file('people.csv'), file('others.csv'))).toEqual({ why: 'several-files' })
    expect(await openUnder(place)).toEqual([])
    expect(await leftBehind()).toEqual([])
  })

  it('is refused if it is too large, missing, cut off or not a form, and then no file is left [S-54]', async () => {
    expect(await received(part('name="file"; filename="a.csv"', Buffer.alloc(mostBytes + 1)))).toEqual({
      why: 'too-large',
    })
    expect(await received(part('name="file"', Buffer.from('x')))).toEqual({ why: 'no-file' })
    expect(await received(part('name="file"; filename=""', Buffer.alloc(0)))).toEqual({ why: 'no-file' })
    const broken = send()
    broken.end('no form at all')
    expect(await outcome.promise).toMatchObject({ why: expect.stringMatching(/^(malformed|no-file)$/) })
    const asking = send()
    asking.write(part('name="file"; filename="a.csv"', randomBytes(100_000)))
    await once(server, 'request')
    asking.destroy()
    expect(await outcome.promise).toEqual({ why: 'malformed' })
    expect(await openUnder(place)).toEqual([])
    expect(await leftBehind()).toEqual([])
  })
  it('is refused if the boundary of the form is invalid; an invalid limit in our own code is an internal error', async () => {
    for (const boundaryPart of ['', 'boundary=', `boundary=${'x'.repeat(300)}`]) {
      send(boundaryPart).end(end)
      expect(await outcome.promise).toEqual({ why: 'malformed' })
    }
    limit = NaN
    send().end(end)
    await expect(outcome.promise).rejects.toThrow('Limit fileSize is not a valid number')
    limit = mostBytes
    expect(await leftBehind()).toEqual([])
  })
})
