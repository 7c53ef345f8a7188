import { evidenceLimits } from './evidence.rules.ts'

export async function shrinkPhoto(file: File): Promise<File> {
  if (file.type !== 'image/jpeg' && file.type !== 'image/png') return file
  try {
    return (await reduced(file)) ?? file
  } catch {
    return file
  }
}

async function reduced(file: File): Promise<File | undefined> {
  const photo = await createImageBitmap(file)
  const pixels = photo.width * photo.height
  if (pixels <= evidenceLimits.pixels && file.size <= evidenceLimits.bytes) {
    photo.close()
    return undefined
  }
  const scale = Math.min(1, Math.sqrt(evidenceLimits.pixels / pixels))
  const canvas = new OffscreenCanvas(Math.floor(photo.width * scale), Math.floor(photo.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(photo, 0, 0, canvas.width, canvas.height)
  // Frees a large photo, which takes 200 MB of a phone's memory.
  photo.close()
  for (const quality of [0.9, 0.75, 0.5]) {
    const picture = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    if (picture.size <= evidenceLimits.bytes)
      return new File([picture], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' })
  }
  return undefined
}
