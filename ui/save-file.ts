import { savedFileMessages } from './save-file.messages.ts'

export function saveFile({
  fileName,
  mediaType,
  bytes,
}: {
  fileName: string
  mediaType: string
  bytes: Uint8Array
}): void {
  // Responses are never in shared memory, which a Blob would refuse.
  const address = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mediaType }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // Revoked later, because some browsers read the address after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  announceSaved()
}

/** Announces a finished download, which browsers only show. Screen readers ignore regions behind an open dialog. */
function announceSaved(): void {
  const dialogs = [...document.querySelectorAll('dialog')].filter((dialog) => dialog.matches(':modal'))
  const region = document.createElement('div')
  region.className = 'visually-hidden'
  region.setAttribute('role', 'status')
  ;(dialogs.at(-1) ?? document.body).append(region)
  // Screen readers must know the region before it is filled.
  setTimeout(() => (region.textContent = savedFileMessages.saved), 150)
  setTimeout(() => region.remove(), 5000)
}
