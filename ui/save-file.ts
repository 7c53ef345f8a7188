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
}
