import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallFailed } from '../contract/call-failed.ts'
import { installTransport } from '../contract/call.ts'
import { sendFile } from '../contract/send-file.ts'
import { uploadData } from '../features/data-uploads/data-uploads.contract.ts'
import { signedIn } from '../features/session/session.samples.ts'
import { useSession } from '../features/session/use-session.ts'
import { uploadBody } from '../ui/send-form.ts'
import { transport } from './call.ts'

const people = new File(['Email\n'], 'people.csv', { type: 'text/csv' })
const send = (onSent: (share: number) => void = () => undefined) =>
  sendFile(uploadData, { params: { id: 'c' }, body: uploadBody(people, onSent) })

beforeEach(() => {
  useSession.setState(signedIn({ userType: 'employer' }))
  installTransport(transport)
})
afterEach(() => vi.restoreAllMocks())

function answer(status: number, body: object) {
  const headers = new Headers()
  vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader').mockImplementation((name, value) => headers.set(name, value))
  const sent = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    Object.defineProperty(this, 'status', { value: status })
    Object.defineProperty(this, 'response', { value: new Blob([JSON.stringify(body)]) })
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 3, total: 4 }))
    this.dispatchEvent(new Event('load'))
  })
  return { headers, form: () => sent.mock.lastCall?.[0] }
}

it('a file is sent as a form, for which the browser sets the boundary, and its progress is reported', async () => {
  const { headers, form } = answer(202, { status: 'checking' })
  const onSent = vi.fn<(share: number) => void>()
  expect(await send(onSent)).toEqual({ status: 'checking' })
  expect(onSent.mock.calls).toEqual([[0.75]])
  expect(headers.has('Content-Type')).toBe(false)
  expect(headers.get('X-Requested-With')).toBe('portal')
  expect(headers.get('Idempotency-Key')).toMatch(/^[\da-f]{32}$/)
  const body = form()
  expect(body instanceof FormData && body.getAll('file')).toMatchObject([{ name: 'people.csv', size: 6 }])
})

it('sending a file reports refusals like other calls, and treats a lost connection as a lost reply', async () => {
  answer(409, { code: 'upload-under-way', message: 'Another upload is under way' })
  await expect(send()).rejects.toMatchObject({ status: 409, code: 'upload-under-way' })
  vi.restoreAllMocks()
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    this.dispatchEvent(new Event('error'))
  })
  const failure: unknown = await send().catch((error: unknown) => error)
  expect(failure instanceof CallFailed && failure.status).toBeNull()
})
