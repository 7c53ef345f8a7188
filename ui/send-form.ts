import type { UploadBody } from '../contract/send-file.ts'

export function uploadBody(file: File, onSent: (share: number) => void): UploadBody {
  return {
    send: (address, given) => sendForm(address, { ...given, file, onSent }),
    onSent,
    toJSON: () => [file.name, file.size, file.lastModified],
  }
}

type Form = { headers: Headers; signal: AbortSignal; file: File; onSent: (share: number) => void }

/** Sends a file as a form, and reports progress, which `fetch` cannot do. */
function sendForm(address: string, { headers, signal, file, onSent }: Form): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.withCredentials = true
    request.responseType = 'blob'
    headers.forEach((value, name) => {
      // The browser sets this header, with the boundary between parts of the form.
      if (name !== 'content-type') request.setRequestHeader(name, value)
    })
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => resolve(answerOf(request)))
    const lost = (): void => reject(new TypeError('The connection was lost'))
    request.addEventListener('error', lost)
    request.addEventListener('abort', lost)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.set('file', file, file.name)
    request.send(form)
  })
}

function answerOf(request: XMLHttpRequest): Response {
  // The responseType above is 'blob'.
  return new Response(request.response as Blob, { status: request.status })
}
