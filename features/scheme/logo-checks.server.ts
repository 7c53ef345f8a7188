import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { schemeFault, type SchemeFault } from '../../services/scheme/scheme-faults.ts'
import type { ClientFile } from '../../services/scheme/folder-format.ts'
import { darkVariables } from '../../services/theme/dark-theme.rules.ts'
import { contrast, themeLooks } from '../../services/theme/theme.rules.ts'
import type { SchemeImage } from './images.server.ts'

type ThemeFile = ClientFile['theme']
type Logos = ThemeFile['logos']

export function logoFaults(logos: Logos, images: readonly SchemeImage[]): SchemeFault[] {
  return drawingsOf(logos, images).flatMap(({ name, text }) => {
    const words = /<(?:text|tspan)\b/.exec(text)
    return [
      ...(words
        ? [schemeFault({ file: name, line: text.slice(0, words.index).split('\n').length }, reasons.text)]
        : []),
      ...(viewBoxOf(text) ? [] : [schemeFault({ file: name, line: 1 }, reasons.viewBox)]),
    ]
  })
}

/** Warns of a theme that allows dark colours without logos for them. */
export function darkLogoWarnings({ darkMode, logos }: ThemeFile): SchemeFault[] {
  const missing = uses.filter((use) => logos[use] && !logos[`${use}Dark`])
  return darkMode === 'allowed' && missing.length > 0
    ? [schemeFault({ file: 'client.yaml', line: 1 }, reasons.noDark(missing))]
    : []
}

export async function logoWarnings(theme: ThemeFile, images: readonly SchemeImage[]): Promise<SchemeFault[]> {
  const { logos } = theme
  const darkGround =
    darkVariables(themeLooks({ primary: theme.primaryColour, accent: theme.secondaryColour }))['--surface'] ?? ''
  const used = Object.entries(logos).flatMap(([use, file]) => {
    const image = images.find(({ name }) => name === file)
    const shown = use.replace(/Dark$/, '')
    return image && isUse(shown) ? [{ use: shown, image, ground: shown === use ? '#ffffff' : darkGround }] : []
  })
  if (used.length === 0) return []
  await startRenderer()
  return used.flatMap(({ use, image, ground }) =>
    warningsOf({ image, use, logos, ground }).map((reason) => schemeFault({ file: image.name, line: 1 }, reason)),
  )
}

/** CSS pixels (web/Header.module.css). `mobile` leaves room for the menu at 320 px. */
const boxes = {
  client: { width: 150, height: 38 },
  header: { width: 260, height: 32 },
  mobile: { width: 150, height: 32 },
} as const
type Use = keyof typeof boxes
const uses = ['client', 'header', 'mobile'] as const satisfies readonly Use[]
const isUse = (use: string): use is Use => Object.hasOwn(boxes, use)

const LEAST_CONTRAST = 3
const LEAST_HEIGHT = 20
/** In bytes. Mails omit larger logos. */
const LARGEST = 100_000

function warningsOf({
  image,
  use,
  logos,
  ground,
}: {
  image: SchemeImage
  use: Use
  logos: Logos
  ground: string
}): string[] {
  const drawn = draw(image)
  if (drawn === undefined) return [reasons.unreadable]
  const box = use === 'header' && logos.mobile === undefined ? boxes.mobile : boxes[use]
  const ratio = drawn.width / drawn.height
  const shownHeight = Math.min(box.height, box.width / ratio)
  const least = box.height * 2
  return [
    ...(image.bytes.length > LARGEST ? [reasons.large(image.bytes.length)] : []),
    ...(shownHeight < LEAST_HEIGHT ? [reasons.wide(use, Math.round(shownHeight))] : []),
    ...(image.mediaType !== 'image/svg+xml' && drawn.height < least ? [reasons.coarse(drawn.height, least)] : []),
    ...lookFaults(drawn, ground),
  ]
}

function lookFaults({ pixels, outside, columns, rows }: Drawn, ground: string): string[] {
  const strongest = pixels.reduce((most, { alpha }) => Math.max(most, alpha), 0)
  if (strongest === 0) return [reasons.empty]
  const isInk = ({ alpha }: Pixel) => alpha > strongest / 8
  const beyond = outside.filter(isInk)
  const sides = [
    ...(beyond.some(({ x }) => x < 0) ? ['left'] : []),
    ...(beyond.some(({ x }) => x >= columns) ? ['right'] : []),
    ...(beyond.some(({ y }) => y < 0) ? ['top'] : []),
    ...(beyond.some(({ y }) => y >= rows) ? ['bottom'] : []),
  ]
  const inkedRows = new Set(pixels.filter(isInk).map(({ y }) => y))
  const filled = Math.round((inkedRows.size / rows) * 100)
  return [
    ...(sides.length > 0 ? [reasons.cut(sides)] : []),
    ...(filled < 50 ? [reasons.small(filled)] : []),
    ...paleOutline(pixels, { columns, rows, strongest, ground }),
  ]
}

/** Counts only pixels at the edge of the drawing, because a white line inside a dark sign is readable. */
function paleOutline(
  pixels: readonly Pixel[],
  { columns, rows, strongest, ground }: { columns: number; rows: number; strongest: number; ground: string },
): string[] {
  const isEmpty = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < columns && y < rows && (pixels[y * columns + x]?.alpha ?? 0) < strongest / 16
  // Looks two pixels away, because the pixel at the very edge is half transparent.
  const isEdge = ({ x, y }: Pixel) => [-2, 2].some((step) => isEmpty(x + step, y) || isEmpty(x, y + step))
  const edge = pixels.filter((pixel) => pixel.alpha > strongest * 0.9 && isEdge(pixel))
  const counts = Map.groupBy(edge, ({ colour }) => colour)
  const pale = [...counts]
    .map(([colour, of]) => ({ colour, count: of.length, ratio: contrast(colour, ground) }))
    .filter(({ ratio }) => ratio < LEAST_CONTRAST)
    .toSorted((a, b) => b.count - a.count)
  const share = pale.reduce((sum, { count }) => sum + count, 0) / edge.length
  const [most] = pale
  return most && share > 0.2 ? [reasons.pale(Math.round(share * 100), most)] : []
}

type Pixel = { x: number; y: number; colour: string; alpha: number }
/** A logo drawn `rows` pixels high. Width and height are in the logo's units. `outside` are pixels beyond its edges. */
type Drawn = {
  width: number
  height: number
  columns: number
  rows: number
  pixels: readonly Pixel[]
  outside: readonly Pixel[]
}

const DRAWN_HEIGHT = 152

function draw(image: SchemeImage): Drawn | undefined {
  try {
    const drawing = image.mediaType === 'image/svg+xml' ? image.bytes.toString() : asDrawing(image)
    const [x, y, width, height] = viewBoxOf(drawing) ?? [0, 0, 0, 0]
    if (width <= 0 || height <= 0) return undefined
    const scale = Math.min(DRAWN_HEIGHT / height, 2_000 / width)
    const margin = Math.min(width, height) / 4
    const wider = withViewBox(drawing, [x - margin, y - margin, width + 2 * margin, height + 2 * margin])
    const columns = Math.round(width * scale)
    const rows = Math.round(height * scale)
    const all = pixelsOf(wider, scale, Math.round(margin * scale))
    const isInside = (pixel: Pixel) => pixel.x >= 0 && pixel.y >= 0 && pixel.x < columns && pixel.y < rows
    // Pixels at the edge may be half covered, so they do not count as outside.
    const isBeyond = ({ x: at, y: line }: Pixel) => at < -1 || line < -1 || at > columns || line > rows
    return { width, height, columns, rows, pixels: all.filter(isInside), outside: all.filter(isBeyond) }
  } catch {
    return undefined
  }
}

function asDrawing({ mediaType, bytes }: SchemeImage): string {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><image href="data:${mediaType};base64,${bytes.toString('base64')}"/></svg>`
  const box = new Resvg(withViewBox(drawing, [0, 0, 10_000, 10_000])).getBBox()
  return withViewBox(drawing, [0, 0, box?.width ?? 0, box?.height ?? 0])
}

type Box = readonly [x: number, y: number, width: number, height: number]

function viewBoxOf(drawing: string): Box | undefined {
  const [, numbers = ''] = /^\s*<svg\b[^>]*\sviewBox\s*=\s*["']([^"']*)["']/.exec(drawing) ?? []
  const [x, y, width, height] = numbers
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return x !== undefined && y !== undefined && width && height ? [x, y, width, height] : undefined
}

function withViewBox(drawing: string, box: Box): string {
  const [, , width, height] = box
  return drawing.replace(/<svg\b([^>]*)>/, (_, attributes: string) => {
    const others = attributes.replaceAll(/\s(?:viewBox|width|height|x|y)\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
    return `<svg${others} viewBox="${box.join(' ')}" width="${width}" height="${height}">`
  })
}

/** The origin of the pixels is `margin` pixels from the left and the top. */
function pixelsOf(drawing: string, scale: number, margin: number): Pixel[] {
  const { width, pixels } = new Resvg(drawing, { fitTo: { mode: 'zoom', value: scale } }).render()
  return Array.from({ length: pixels.length / 4 }, (_, index) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(index * 4, index * 4 + 4)
    return {
      x: (index % width) - margin,
      y: Math.floor(index / width) - margin,
      // The renderer has multiplied the colours by their opacity. The background is white.
      colour: `#${[red, green, blue].map((part) => hexByte(part + 255 - alpha)).join('')}`,
      alpha,
    }
  })
}

function hexByte(value: number): string {
  return value.toString(16).padStart(2, '0')
}

let started: Promise<void> | undefined

/** The renderer runs in WebAssembly, so that a hostile picture cannot reach the process. */
function startRenderer(): Promise<void> {
  started ??= readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))).then(initWasm)
  return started
}

function drawingsOf(logos: Logos, images: readonly SchemeImage[]): { name: string; text: string }[] {
  const names = new Set(Object.values(logos))
  return images
    .filter(({ name, mediaType }) => names.has(name) && mediaType === 'image/svg+xml')
    .map(({ name, bytes }) => ({ name, text: bytes.toString() }))
}

const list = new Intl.ListFormat('en-GB')

const reasons = {
  text: 'A logo must not contain text, which looks different without its font. Please convert it to outlines',
  viewBox: 'A logo needs a viewBox, or browsers cut it instead of scaling it',
  unreadable: 'The logo cannot be drawn to check it. Please use SVG, PNG or JPEG',
  empty: 'The logo draws nothing',
  cut: (sides: readonly string[]) =>
    `The drawing is cut at the ${list.format(sides)}: it goes beyond the logo's viewBox`,
  small: (percent: number) =>
    `The drawing fills ${percent}% of the logo's height, so it looks small. Please crop the logo`,
  pale: (percent: number, { colour, ratio }: { colour: string; ratio: number }) =>
    `${percent}% of the logo's outline is too close to the header's colour: ${colour} has a contrast of ${ratio.toFixed(1)}:1, and 3:1 is needed`,
  wide: (use: Use, height: number) =>
    `As ${use} logo the picture is ${height} px high, because it is so wide. Please use a logo at most ${boxes[use].width / LEAST_HEIGHT} times as wide as high`,
  noDark: (missing: readonly Use[]) =>
    `Dark colours are allowed, but logos for them are missing: ${list.format(missing.map((use) => `theme.logos.${use}Dark`))}. Without one, a logo gets a white background`,
  coarse: (height: number, least: number) =>
    `The logo is ${height} px high, and sharp screens need ${least} px. Please use SVG or a larger picture`,
  large: (bytes: number) =>
    `The logo has ${Math.ceil(bytes / 1_000)} kB, and mails leave out logos of more than ${LARGEST / 1_000} kB`,
}
