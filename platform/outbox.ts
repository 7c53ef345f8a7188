import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { refuseControlCharacters, type MailTransport, type OutgoingMail } from './mail-transport.ts'

export type StoredMail = Omit<OutgoingMail, 'pictures'> & {
  at: string
  pictures: { id: string; mediaType: string; base64: string }[]
}

/** Stands in for a mail server: stores the newest few hundred mails as files in a folder, outside the database. */
export function outboxTransport(folder: string): MailTransport {
  return {
    async deliver(mail) {
      refuseControlCharacters(mail)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = nameOf(mail)
      const beside = join(folder, `.${name}.part`)
      await writeFile(beside, JSON.stringify(storedForm(mail), null, 2), { mode: 0o600 })
      await rename(beside, join(folder, `${name}.json`))
      for (const old of (await listOutbox(folder)).slice(mostKept))
        await rm(join(folder, `${old}.json`), { force: true })
    },
  }
}

const mostKept = 200

export async function listOutbox(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => [])
  return files
    .flatMap((file) => /^(\d+-[0-9a-f-]+)\.json$/.exec(file)?.[1] ?? [])
    .toSorted()
    .toReversed()
}

export async function readOutbox(folder: string, name: string): Promise<StoredMail | undefined> {
  if (!/^\d+-[0-9a-f-]+$/.test(name)) return undefined
  const text = await readFile(join(folder, `${name}.json`), 'utf8').catch(() => undefined)
  // `deliver` above wrote the file.
  return text === undefined ? undefined : (JSON.parse(text) as StoredMail)
}

function nameOf({ messageId }: OutgoingMail): string {
  const [id = ''] = /[0-9a-f-]{36}/.exec(messageId) ?? []
  const microseconds = Math.round((performance.timeOrigin + performance.now()) * 1000)
  return `${String(microseconds).padStart(18, '0')}-${id}`
}

function storedForm({ pictures, ...mail }: OutgoingMail): StoredMail {
  return {
    at: new Date().toISOString(),
    ...mail,
    pictures: pictures.map(({ id, mediaType, bytes }) => ({ id, mediaType, base64: bytes.toString('base64') })),
  }
}
