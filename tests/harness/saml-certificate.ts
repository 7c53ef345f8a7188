import { createPrivateKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

export type Keys = { privateKey: KeyObject; publicKey: KeyObject }

export const rsaKeys = (bits = 2048): Keys => generateKeyPairSync('rsa', { modulusLength: bits })

export function selfSigned({ privateKey, publicKey }: Keys): string {
  const algorithm = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'))
  const name = sequence(tagged(0x31, sequence(Buffer.from('0603550403', 'hex'), tagged(0x0c, Buffer.from('provider')))))
  const moment = (year: number) => tagged(0x18, Buffer.from(`${year}0101000000Z`))
  const content = sequence(
    tagged(0xa0, Buffer.from('020102', 'hex')),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(moment(2020), moment(2099)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const seal = sign('sha256', content, createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })))
  const whole = sequence(content, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), seal])))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts))

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
