import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Certificate = { folder: string; authority: string; certificate: string; key: string }

/** Creates a certificate for a local name or address, with the authority that signed it, for one test. */
export async function makeCertificate(subject: `DNS:${string}` | `IP:${string}`): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'certificates-'))
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => run('openssl', args)
  await openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=Authority of a test', '-days', '2',
    '-keyout', at('authority.key'), '-out', at('authority.pem')) // prettier-ignore
  await openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=A mail server', '-keyout', at('key.pem'),
    '-out', at('request.pem')) // prettier-ignore
  await writeFile(at('extensions'), `subjectAltName=${subject}\nbasicConstraints=CA:FALSE\n`)
  await openssl('x509', '-req', '-in', at('request.pem'), '-CA', at('authority.pem'), '-CAkey', at('authority.key'),
    '-CAcreateserial', '-days', '2', '-extfile', at('extensions'), '-out', at('certificate.pem')) // prettier-ignore
  return {
    folder,
    authority: await readFile(at('authority.pem'), 'utf8'),
    certificate: at('certificate.pem'),
    key: at('key.pem'),
  }
}
