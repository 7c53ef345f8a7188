import type { Source } from './sources.ts'
import { parse, walk } from './syntax.ts'

/** Every pattern in which something repeated without bound stands inside something repeated without bound. */
export function nestedRepeats(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const syntax = parse(source)
    const found: string[] = []
    walk(syntax.tree, (node) => {
      // A literal of a regular expression carries its pattern, by the syntax's definition.
      const pattern = (node['regex'] as { pattern: string } | undefined)?.pattern
      if (pattern !== undefined && repeatsNest(pattern)) {
        found.push(`${source.path}:${syntax.lineOf(node.start)} may take forever: /${pattern}/`)
      }
    })
    return found
  })
}

/**
 * Follows groups and what repeats them. A repeated group is fine when each of its rounds must begin with a sign that
 * nothing repeated inside can swallow, such as the dot of `(?:\.[a-z]+)*`: then there is one way only to divide a text.
 */
function repeatsNest(pattern: string): boolean {
  return groupsOf(pattern).some(
    ({ inside, repeated }) => repeated && /[*+]|\{\d+,\}/.test(withoutClasses(inside)) && !beginsApart(inside),
  )
}

function groupsOf(pattern: string): { inside: string; repeated: boolean }[] {
  const open: number[] = []
  const groups: { inside: string; repeated: boolean }[] = []
  let inClass = false
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at]
    if (sign === '\\') at += 1
    else if (inClass) inClass = sign !== ']'
    else if (sign === '[') inClass = true
    else if (sign === '(') open.push(at)
    else if (sign === ')') {
      const inside = pattern.slice((open.pop() ?? 0) + 1, at).replace(/^\?(?:[:=!]|<[=!]|<\w+>)/, '')
      groups.push({ inside, repeated: /^(?:\*|\+|\{\d+,\})/.test(pattern.slice(at + 1)) })
    }
  }
  return groups
}

const withoutClasses = (pattern: string): string => pattern.replace(/\\./g, 'x').replace(/\[(?:\\.|[^\]\\])*\]/g, 'c')

/** The group starts with one fixed sign, and nothing else in it takes that sign. */
function beginsApart(inside: string): boolean {
  const [start = '', escaped, plain] = /^(?:\\([^\w\s])|([^\\[(.*+?{|^$]))(?![*+?{])/.exec(inside) ?? []
  const sign = escaped ?? plain
  if (sign === undefined || inside.includes('|')) return false
  const rest = inside.slice(start.length)
  const others = rest.match(/\[(?:\\.|[^\]\\])*\]|\\.|[^\\*+?{}()[\]]/g) ?? []
  return others.every((part) => !new RegExp(`^${part}$`, 'u').test(sign))
}
