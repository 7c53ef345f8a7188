import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'
import type { z } from 'zod'

const load = createRequire(import.meta.url)

/** Loaded with the first file, because the package has seventy files that a server's start does not need. */
function yaml(): typeof Yaml {
  // The types are those of the package.
  return load('yaml') as typeof Yaml
}

export type FileFault = { file: string; line: number; reason: string }

export type YamlPath = readonly PropertyKey[]
export type YamlFile<Value> = { file: string; value: Value; lineOf: (path: YamlPath) => number }

export function readYaml<Schema extends z.ZodType>(
  file: string,
  text: string,
  schema: Schema,
  faults: FileFault[],
): YamlFile<z.output<Schema>> | undefined {
  const { LineCounter, parseDocument } = yaml()
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: false })
  if (document.errors.length > 0) {
    faults.push(
      ...document.errors.map((error) => ({
        file,
        line: lines.linePos(error.pos[0]).line,
        reason: firstSentence(error.message),
      })),
    )
    return undefined
  }

  const lineOf = (path: YamlPath) => lineOfPath(document.contents, path, lines)
  let plain: unknown
  try {
    plain = document.toJS({ maxAliasCount: 20 })
  } catch {
    faults.push({ file, line: 1, reason: 'Too many aliases' })
    return undefined
  }
  const checked = schema.safeParse(plain)
  if (checked.success) return { file, value: checked.data, lineOf }
  faults.push(
    ...validationFaults(checked.error, plain).map(({ path, reason }) => ({ file, line: lineOf(path), reason })),
  )
  return undefined
}

/** Writes a value as YAML that `readYaml` reads unchanged: without anchors and folded lines. */
export function writeYaml(value: unknown): string {
  return yaml().stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
}

export function validationFaults(error: z.ZodError, plain: unknown): { path: YamlPath; reason: string }[] {
  return error.issues.flatMap((issue) => faultsOf(issue, plain))
}

function lineOfPath(root: unknown, path: YamlPath, lines: Yaml.LineCounter): number {
  const { isMap, isScalar, isSeq } = yaml()
  let node = root
  let offset = 0
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part))
      if (!pair || !isScalar(pair.key)) break
      offset = pair.key.range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(part)]
      // Nodes of a parsed document have a range.
      offset = (node as { range?: [number, number, number] } | undefined)?.range?.[0] ?? offset
    } else break
  }
  return lines.linePos(offset).line
}

type Issue = z.core.$ZodIssue
type Finding = { path: YamlPath; reason: string }

function faultsOf(issue: Issue, plain: unknown, above: YamlPath = []): Finding[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], reason: `Unknown key "${key}"` }))
  if (issue.code === 'invalid_union') {
    const nearest = nearestBranch(issue.errors)
    if (nearest.length > 0) return nearest.flatMap((inner) => faultsOf(inner, plain, path))
  }
  const name = nameOf(path)
  if (valueAt(plain, path) === undefined) return [{ path, reason: `${name} is missing` }]
  if (issue.code === 'invalid_type') return [{ path, reason: `${name} must be ${wordFor(issue.expected)}` }]
  return [{ path, reason: `${name}: ${issue.message}` }]
}

/** Returns the faults of the alternative that the value resembles most: the deepest faults, then the fewest. */
function nearestBranch(branches: Issue[][]): Issue[] {
  const depth = (issues: Issue[]) => Math.max(0, ...issues.map((issue) => issue.path.length))
  return branches.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0] ?? []
}

function valueAt(plain: unknown, path: YamlPath): unknown {
  // Only objects and arrays have parts.
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    plain,
  )
}

function nameOf(path: YamlPath): string {
  return path.length === 0 ? 'The file' : `"${path.map(String).join('.')}"`
}

function wordFor(type: string): string {
  const words: Record<string, string> = {
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    object: 'a group of keys',
    array: 'a list',
    record: 'a group of keys',
  }
  return words[type] ?? type
}

function firstSentence(message: string): string {
  return message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? message
}
