import { expect, it } from 'vitest'
import { linkTokenIn } from './link-paths.ts'

const token = 'k3J-9_xQpLm2Zt7RwYb4Nc8VfGh1DsAe6KuTi0OjPqX'

it.each([
  ['a full stop', `${token}.`],
  ['a bracket', `<${token}>`],
  ['an encoded bracket', `${token}%3E`],
  ['a line break of quoted-printable', `${token.slice(0, 9)}=\r\n${token.slice(9)}`],
  ['an equals sign of quoted-printable', `3D${token}`],
  ['an encoded equals sign of quoted-printable', `%3D3D${token}`],
  ['marks for italics', `_${token}_`],
  ['an invisible space', `${token}%E2%80%8B`],
])('finds the token of a link with %s', (_, part) => {
  expect(linkTokenIn(part)).toBe(token)
})

it('leaves other tokens as they are', () => {
  for (const like of [`3D${token.slice(2)}`, `_${token.slice(1)}`, `sso-${token}`, 'farah-ali-activation'])
    expect(linkTokenIn(like)).toBe(like)
})
