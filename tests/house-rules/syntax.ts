import { parseSync } from 'vite'
import type { Source } from './sources.ts'

export interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

export interface Syntax {
  tree: Node
  comments: { start: number; end: number }[]
  /** Counts from 1. */
  lineOf(position: number): number
}

export function parse({ path, text }: Source): Syntax {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return {
    // Each kind of node has a separate type, but the rules only read a few fields by name.
    tree: program as unknown as Node,
    comments,
    lineOf: (position) => starts.findLastIndex((start) => start <= position) + 1,
  }
}

/** Calls `visit` for each node with its ancestors, nearest first. */
export function walk(node: Node, visit: (node: Node, around: readonly Node[]) => void, around: Node[] = []): void {
  visit(node, around)
  const inside = [node, ...around]
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, inside)
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
