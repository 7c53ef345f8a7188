import fc from 'fast-check'
import { expect, it } from 'vitest'
import { frameAddress, readVoucherMessage } from './voucher-messages.rules.ts'

const from = 'voucher-application'

it('the voucher frame accepts the three messages of the protocol [S-64]', () => {
  for (const message of [
    { type: 'ready' },
    { type: 'expired' },
    { type: 'height', pixels: 1 },
    { type: 'height', pixels: 20_000 },
  ])
    expect(readVoucherMessage({ from, ...message })).toEqual(message)
})

it('the voucher frame refuses all other messages, however similar they are [S-64]', () => {
  const others: unknown[] = [
    { type: 'ready' },
    { from: 'elsewhere', type: 'ready' },
    { from, type: 'ready', token: 'x' },
    { from, type: 'paid' },
    { from, type: 'height' },
    { from, type: 'height', pixels: '900' },
    { from, type: 'height', pixels: 0 },
    { from, type: 'height', pixels: -1 },
    { from, type: 'height', pixels: 10.5 },
    { from, type: 'height', pixels: Infinity },
    { from, type: 'height', pixels: 20_001 },
    { from, type: 'height', pixels: 900, more: 1 },
    [from, 'ready'],
    JSON.stringify({ from, type: 'ready' }),
    null,
    undefined,
    7,
  ]
  for (const other of others) expect([other, readVoucherMessage(other)]).toEqual([other, null])
  fc.assert(fc.property(fc.anything(), (anything) => readVoucherMessage(anything) === null))
})

const page = { origin: 'https://demo.benefits.example', protocol: 'https:' }
const token = 'a.b.c'

it('the voucher frame loads the given address with the token [BENEFIT-64] [BENEFIT-65]', () => {
  expect(frameAddress('https://vouchers.example/employers?of=demo', token, page)).toEqual({
    src: 'https://vouchers.example/employers?of=demo#access_token=a.b.c',
    origin: 'https://vouchers.example',
  })
  const demo = { origin: 'http://localhost:3000', protocol: 'http:' }
  expect(frameAddress('http://vouchers.localhost:3002/', token, demo)?.origin).toBe('http://vouchers.localhost:3002')
})

it('the voucher frame loads no insecure address, and never an address of the portal itself [S-63] [S-64]', () => {
  const refused: [string | null, string | null][] = [
    [null, token],
    ['https://vouchers.example/', null],
    ['http://vouchers.example/', token],
    ['https://demo.benefits.example/vouchers', token],
    ['https://demo.benefits.example:443/', token],
    ['https://somebody@vouchers.example/', token],
    ['https://vouchers.example/#here', token],
    ['https://vouchers.example/#', token],
    ['javascript:alert(1)', token],
    ['data:text/html,<script>1</script>', token],
    ['blob:https://vouchers.example/1', token],
    ['//vouchers.example/', token],
    ['/employers', token],
    ['', token],
  ]
  for (const [url, with_] of refused) expect([url, frameAddress(url, with_, page)]).toEqual([url, null])
})
