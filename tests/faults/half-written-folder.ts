import { writeNewFolder } from '../../features/scheme-export/new-folder.server.ts'

// Writes a folder of three files, and stops at the second until the test kills this process.
const [target = ''] = process.argv.slice(2)
const stays = {
  name: 'history/people.jsonl',
  get content(): Buffer {
    process.send?.('half')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    return Buffer.alloc(0)
  },
}
const file = (name: string) => ({ name, content: 'whole' })
const folder = await writeNewFolder(target, [file('client.yaml'), stays, file('scheme-2026.yaml')])
await folder.place()
