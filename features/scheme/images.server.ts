export const imageLimits = { bytes: 2 * 1024 * 1024 }

export type SchemeImage = { name: string; mediaType: string; bytes: Buffer }

const mediaTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
}

export function readImage(name: string, bytes: Buffer): SchemeImage | { refused: string; line: number } {
  const mediaType = mediaTypes[name.split('.').at(-1) ?? '']
  if (mediaType === undefined) return { refused: 'Pictures are .svg, .png, .jpg or .webp', line: 1 }
  if (bytes.length > imageLimits.bytes) return { refused: 'The picture is larger than 2 MB', line: 1 }
  if (mediaType === 'image/svg+xml') {
    const fault = drawingFault(bytes.toString('utf8'))
    return fault ?? { name, mediaType, bytes }
  }
  return startsAs(mediaType, bytes)
    ? { name, mediaType, bytes }
    : { refused: 'The content does not match the name of the file', line: 1 }
}

// These SVG elements contain no script, style sheet, animation, event or outside address.
const drawingTags = new Set([
  'svg',
  'g',
  'path',
  'circle',
  'ellipse',
  'rect',
  'line',
  'polyline',
  'polygon',
  'title',
  'desc',
  'defs',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'text',
  'tspan',
])

function drawingFault(text: string): { refused: string; line: number } | undefined {
  const lineAt = (index: number) => text.slice(0, index).split('\n').length
  if (!/^\s*<svg[\s>]/.test(text)) return { refused: 'The drawing must begin with <svg', line: 1 }
  const declared = /<[!?]/.exec(text)
  if (declared) return { refused: 'A drawing must not contain declarations or comments', line: lineAt(declared.index) }
  for (const tag of text.matchAll(/<\/?([^\s>/]+)/g)) {
    if (!drawingTags.has(tag[1] ?? ''))
      return { refused: `A drawing must not contain <${tag[1]}>`, line: lineAt(tag.index) }
  }
  for (const attribute of text.matchAll(/[\s"'](on\w+|style|href|xlink:href|src)\s*=/gi)) {
    return { refused: `A drawing must not contain the attribute ${attribute[1]}`, line: lineAt(attribute.index) }
  }
  const address = /url\(\s*['"]?(?!#)|javascript:|&#/i.exec(text)
  return address
    ? { refused: 'A drawing must not refer to anything outside it', line: lineAt(address.index) }
    : undefined
}

function startsAs(mediaType: string, bytes: Buffer): boolean {
  if (mediaType === 'image/png') return bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))
  if (mediaType === 'image/jpeg') return bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))
  return bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP'
}
