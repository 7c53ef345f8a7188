import type { BusboyConstructor, BusboyHeaders, BusboyInstance } from '@fastify/busboy'
import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type ReceivedFile = {
  path: string
  declaredName: string
  bytes: number
  sha256: Buffer
  remove: () => Promise<void>
}

export class FileNotReceived extends Error {
  readonly why: 'no-file' | 'several-files' | 'other-field' | 'too-large' | 'malformed'
  constructor(why: FileNotReceived['why'], options?: ErrorOptions) {
    super(`A file was not received: ${why}`, options)
    this.name = 'FileNotReceived'
    this.why = why
  }
}

const fileField = 'file'
const prefix = 'portal-upload-'
const forgottenAfterMs = 60 * 60_000

/** Streams the only field of a form, a file, to a private folder. If that fails, throws `FileNotReceived` and removes the file. */
export async function receiveFile(
  request: IncomingMessage,
  { mostBytes }: { mostBytes: number },
): Promise<ReceivedFile> {
  // Loaded with the first file, to keep the server's start short.
  const [{ Busboy }] = await Promise.all([import('@fastify/busboy'), removeForgotten()])
  const folder = await mkdtemp(join(tmpdir(), prefix))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    return { ...(await readForm(request, { Busboy, path: join(folder, 'file'), mostBytes })), remove }
  } catch (error) {
    await remove()
    throw error
  } finally {
    // Read the rest of the request without storing it, so that the response can be sent.
    request.resume()
  }
}

type Form = Omit<ReceivedFile, 'remove'>
type Reading = { Busboy: BusboyConstructor; mostBytes: number }

async function readForm(request: IncomingMessage, { path, ...reading }: Reading & { path: string }): Promise<Form> {
  const form = openForm(request, reading)
  const { promise: received, resolve, reject } = Promise.withResolvers<Form>()
  let saved: Promise<Form> | undefined
  let writing: Readable | undefined
  const several = () => reject(new FileNotReceived('several-files'))
  form.on('filesLimit', several)
  const otherField = () => reject(new FileNotReceived('other-field'))
  form.on('field', (field) => field !== fileField && otherField())
  form.on('file', (field, stream, fileName) => {
    if (field !== fileField) otherField()
    // If no file was chosen, the form contains an empty file without a name.
    if (!fileName || saved || field !== fileField) {
      if (fileName && saved) several()
      return void stream.resume()
    }
    writing = stream
    saved = keep(stream, { path, fileName })
    saved.catch(reject)
  })
  form.on('error', () => reject(new FileNotReceived('malformed')))
  form.on('finish', () => void (saved ?? Promise.reject(new FileNotReceived('no-file'))).then(resolve, reject))
  request.on('close', () => request.complete || reject(new FileNotReceived('malformed')))
  request.on('error', () => reject(new FileNotReceived('malformed')))
  request.pipe(form)
  try {
    return await received
  } catch (error) {
    writing?.destroy(new FileNotReceived('malformed'))
    await saved?.catch(() => undefined)
    throw error
  } finally {
    request.unpipe(form)
  }
}

function openForm(request: IncomingMessage, { Busboy, mostBytes }: Reading): BusboyInstance {
  try {
    return new Busboy({
      // The caller has already checked that the request is a form.
      headers: request.headers as BusboyHeaders,
      limits: { files: 2, fields: 4, fieldSize: 1024, parts: 8, headerPairs: 20, fileSize: mostBytes },
    })
  } catch (error) {
    // Busboy throws a TypeError for invalid limits, which would be our mistake. For an invalid boundary it throws a plain Error.
    if (error instanceof TypeError) throw error
    throw new FileNotReceived('malformed', { cause: error })
  }
}

async function keep(
  stream: Readable & { truncated?: boolean },
  { path, fileName }: { path: string; fileName: string },
): Promise<Form> {
  const hash = createHash('sha256')
  const counted = { bytes: 0 }
  await pipeline(stream, counting(hash, counted), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  if (stream.truncated) throw new FileNotReceived('too-large')
  return { path, declaredName: nameOf(fileName), bytes: counted.bytes, sha256: hash.digest() }
}

function counting(hash: Hash, counted: { bytes: number }): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      counted.bytes += chunk.length
      done(null, chunk)
    },
  })
}

function nameOf(declared: string): string {
  const [last = ''] = declared.split(/[/\\]/).slice(-1)
  return last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .slice(-200)
    .toWellFormed()
}

async function removeForgotten(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue
    const path = join(tmpdir(), name)
    const info = await stat(path).catch(() => undefined)
    if (info && info.mtimeMs < Date.now() - forgottenAfterMs)
      await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}
