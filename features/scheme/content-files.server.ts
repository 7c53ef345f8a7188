import { z } from 'zod'
import { htmlFromMarkdown } from '../content/markdown.rules.ts'
import { sanitiseHtml } from '../../platform/sanitise-html.ts'
import type { SchemeFault } from '../../services/scheme/scheme-faults.ts'
import { audiences, isAudience } from '../home/audience.rules.ts'
import { readYaml } from '../../platform/yaml-file.ts'

type ContentKind = 'terms' | 'policy' | 'cookie' | 'contact' | 'faqs' | 'carousel' | 'cards' | 'banners'
export type ContentEntry = {
  kind: ContentKind
  position: number
  title: string
  content: string
  details: Record<string, unknown>
  revision: number
}
export type ImageUse = { file: string; line: number; image: string }
export type BenefitUse = { file: string; line: number; code: string }
export type Content = { entries: ContentEntry[]; images: ImageUse[]; benefits: BenefitUse[] }

const pageHead = z.strictObject({ title: z.string().min(1), revision: z.int().min(1).default(1) })
const contactHead = pageHead.extend({
  enquiryOptions: z.array(z.strictObject({ label: z.string().min(1), value: z.string().min(1) })).min(1),
})

const files: Record<string, { kind: ContentKind; shape: 'page' | 'contact' | 'questions' | 'sections' }> = {
  'content/terms.md': { kind: 'terms', shape: 'page' },
  'content/privacy.md': { kind: 'policy', shape: 'page' },
  'content/cookies.md': { kind: 'cookie', shape: 'page' },
  'content/contact.md': { kind: 'contact', shape: 'contact' },
  'content/faqs.md': { kind: 'faqs', shape: 'questions' },
  'content/carousel.md': { kind: 'carousel', shape: 'sections' },
  'content/cards.md': { kind: 'cards', shape: 'sections' },
  'content/banners.md': { kind: 'banners', shape: 'sections' },
}
const contentFiles = Object.keys(files)

export const neededPages = ['content/terms.md', 'content/privacy.md', 'content/cookies.md'] as const

export function readContent(file: string, text: string, faults: SchemeFault[]): Content {
  const known = files[file]
  if (known === undefined) {
    faults.push({ file, line: 1, reason: `There is no such content file; the files are ${contentFiles.join(', ')}` })
    return { entries: [], images: [], benefits: [] }
  }
  if (known.shape === 'page') return readPage(file, text, known.kind, pageHead, faults)
  if (known.shape === 'contact') return readPage(file, text, known.kind, contactHead, faults)
  return readSections(file, text, known.kind, faults)
}

function readPage(
  file: string,
  text: string,
  kind: ContentKind,
  head: typeof pageHead | typeof contactHead,
  faults: SchemeFault[],
): Content {
  const parts = /^---\n([\s\S]*?\n)---(?:\n|$)([\s\S]*)$/.exec(text)
  if (parts === null) {
    faults.push({ file, line: 1, reason: 'The file must begin with --- and its title' })
    return { entries: [], images: [], benefits: [] }
  }
  // An empty line replaces the opening `---`, so that line numbers stay right.
  const read = readYaml(file, `\n${parts[1] ?? ''}`, head, faults)
  const body = parts[2] ?? ''
  if (body.trim() === '') faults.push({ file, line: text.split('\n').length, reason: 'The page has no text' })
  if (read === undefined) return { entries: [], images: [], benefits: [] }
  const { title, revision, ...details } = read.value
  return { entries: [{ kind, position: 0, title, content: asHtml(body), details, revision }], images: [], benefits: [] }
}

function readSections(file: string, text: string, kind: ContentKind, faults: SchemeFault[]): Content {
  const content: Content = { entries: [], images: [], benefits: [] }
  let category: string | undefined
  let current: { title: string; line: number; lines: string[] } | undefined
  const close = () => {
    if (current === undefined) return
    const { title, line, lines } = current
    const { body, details, images, benefits, audienceFault } =
      kind === 'faqs'
        ? { body: lines, details: { category: category ?? 'General' }, images: [], benefits: [], audienceFault: null }
        : partsOf(lines, line)
    if (body.join('').trim() === '') faults.push({ file, line, reason: `"${title}" has no text` })
    if (audienceFault) faults.push({ file, ...audienceFault })
    content.images.push(...images.map((use) => ({ file, ...use })))
    content.benefits.push(...benefits.map((use) => ({ file, ...use })))
    content.entries.push({
      kind,
      position: content.entries.length,
      title,
      content: asHtml(body.join('\n')),
      details,
      revision: 1,
    })
    current = undefined
  }
  for (const [index, written] of text.split('\n').entries()) {
    const heading = /^(#{1,2}) (.+)$/.exec(written)
    if (heading?.[1] === '##') {
      close()
      current = { title: heading[2]?.trim() ?? '', line: index + 1, lines: [] }
    } else if (heading) {
      close()
      category = heading[2]?.trim()
    } else if (current) current.lines.push(written)
    else if (written.trim() !== '')
      faults.push({ file, line: index + 1, reason: 'There is text before the first ## heading' })
  }
  close()
  return content
}

/** Reads pictures (![words](picture)), links ([words](address)), `audience: employed|left` and `benefit: code`. */
function partsOf(lines: string[], headingLine: number) {
  const details: Record<string, unknown> = {}
  const images: { line: number; image: string }[] = []
  const benefits: { line: number; code: string }[] = []
  const body: string[] = []
  let audienceFault: { line: number; reason: string } | null = null
  for (const [index, written] of lines.entries()) {
    const image = /^!\[([^\]]*)\]\(([^)\s]+)\)$/.exec(written.trim())
    const link = /^\[([^\]]+)\]\(((?:https?:\/\/|\/)[^)\s]*)\)$/.exec(written.trim())
    const [, audience] = /^audience: *(\S*)$/.exec(written.trim()) ?? []
    const [, code] = /^benefit: *(\S*)$/.exec(written.trim()) ?? []
    if (code !== undefined) {
      details['benefit'] = code
      benefits.push({ line: headingLine + 1 + index, code })
    } else if (audience !== undefined) {
      if (isAudience(audience)) details['audience'] = audience
      else audienceFault = { line: headingLine + 1 + index, reason: `Please give one of ${audiences.join(', ')}` }
    } else if (image) {
      details['imageUrl'] = image[2]
      images.push({ line: headingLine + 1 + index, image: image[2] ?? '' })
    } else if (link) Object.assign(details, { linkLabel: link[1], link: link[2] })
    else body.push(written)
  }
  return { body, details, images, benefits, audienceFault }
}

function asHtml(markdown: string): string {
  return sanitiseHtml(htmlFromMarkdown(markdown))
}
