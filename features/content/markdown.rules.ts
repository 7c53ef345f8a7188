/** Supports headings, paragraphs, lists, bold, emphasis and links. The caller must sanitise the HTML. */
export function htmlFromMarkdown(markdown: string): string {
  return markdown
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(htmlOfBlock)
    .join('\n')
}

function htmlOfBlock(block: string): string {
  const heading = /^(#{2,4}) (.+)$/.exec(block)
  if (heading) return `<h${heading[1]?.length}>${inline(heading[2] ?? '')}</h${heading[1]?.length}>`
  const lines = block.split('\n')
  if (lines.every((line) => /^(- |\s)/.test(line))) return list('ul', items(block, /^- /))
  if (lines.every((line) => /^(\d+\. |\s)/.test(line))) return list('ol', items(block, /^\d+\. /))
  if (block.startsWith('<')) return block
  return `<p>${inline(lines.join(' '))}</p>`
}

function items(block: string, mark: RegExp): string[] {
  const found: string[] = []
  for (const line of block.split('\n')) {
    if (mark.test(line)) found.push(line.replace(mark, ''))
    else found.push(`${found.pop() ?? ''} ${line.trim()}`)
  }
  return found
}

function list(tag: 'ul' | 'ol', entries: string[]): string {
  return `<${tag}>${entries.map((entry) => `<li>${inline(entry)}</li>`).join('')}</${tag}>`
}

function inline(text: string): string {
  return text
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\*([^*\s][^*]*)\*/g, '<em>$1</em>')
    .replaceAll(/\[([^[\]]+)\]\(([^[\])\s"<>]+)\)/g, '<a href="$2">$1</a>')
}
