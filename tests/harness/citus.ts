import type { Client } from 'pg'
import { inject } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import { joinNodesOf } from './citus-cluster.ts'

export function joinNodes(database: string): Promise<void> {
  return joinNodesOf({ coordinator: inject('postgres'), workers: inject('workers') }, database)
}

export async function runOnEachNode(
  which: 'coordinator' | 'workers' | 'all',
  database: string,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const nodes = [
    ...(which === 'workers' ? [] : [inject('postgres')]),
    ...(which === 'coordinator' ? [] : inject('workers')),
  ]
  for (const node of nodes) await withConnection({ ...node, user: 'postgres', database }, work)
}
