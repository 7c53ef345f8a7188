import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { applyChanged } from '../journeys/changed-example.ts'
import type { Portal } from '../journeys/portal.ts'

/** Site of a copy of the demo client that has the longest expected names and large amounts. */
export const longNames = 'long-names'

const benefits = readdirSync(join(import.meta.dirname, '../../examples/demo/benefits'))
const longBenefit = 'Group income protection and rehabilitation insurance for train crew'
const longPerson = 'Maximiliana-Alexandrina,Featherstonehaugh-Cholmondeley'

export function applyLongNames(portal: Portal): Promise<void> {
  return applyChanged(portal, 'demo', {
    'client.yaml': (text) =>
      text
        .replace('addresses: [demo]', `addresses: [${longNames}]`)
        .replace('name: Northgate Rail', 'name: Northgate and Great Western Railway Holdings')
        .replace('brand: Northgate Rewards', 'brand: Northgate and Great Western Rewards and Benefits')
        .replace(/^voucherApplication:\n(?: {2}.*\n)*/m, ''),
    'people.csv': (text) =>
      text.replace(/^(NR\d+,[^,]*,[^,]*),[^,]*,[^,]*,/gm, `$1,${longPerson},`).replace('45000.00', '234567.89'),
    ...Object.fromEntries(
      benefits.map((file, place) => [
        `benefits/${file}`,
        (text: string) => text.replace(/^name: .*$/m, `name: ${longBenefit} ${place + 1}`),
      ]),
    ),
  })
}
