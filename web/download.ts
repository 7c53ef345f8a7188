import type { Download } from '../contract/endpoint.ts'

export async function download(response: Response): Promise<Download> {
  const disposition = response.headers.get('Content-Disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const plain = /filename="([^"]+)"/i.exec(disposition)?.[1]
  return {
    fileName: encoded ? decodeURIComponent(encoded) : (plain ?? 'download'),
    mediaType: response.headers.get('Content-Type') ?? 'application/octet-stream',
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
}
