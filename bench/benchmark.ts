import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Line } from './report.ts'
import type { Stage } from './stage.ts'

/** One request of a target; targets go round theirs. With a body it is posted, unless another method is named. */
export type BenchRequest = {
  path: string
  headers: Record<string, string>
  body?: string
  method?: 'GET' | 'POST' | 'PATCH'
}

export type Target = { port: number; requests: readonly BenchRequest[] }

/** What must hold. Shares are of the floor's throughput, by connections. */
export type Goals = {
  share: { 1: number; 32: number }
  /** Times the floor's own p99. */
  p99?: number
  pages?: number
}

/** The same work done by the product and by the floor; `same` compares the two answers to each request. */
export type Comparison = {
  title: string
  product: Target
  floor: Target
  same: (product: unknown, floor: unknown) => boolean
  goals: Goals
}

export type Benchmark = {
  name: string
  title: string
  /** The floor's own routes: the least that can be done, without asking who asks. */
  floor: (app: FastifyInstance, pool: Pool) => void
  /** For a floor below Fastify: answers a path on a port of its own, by node:http alone. */
  raw?: (pool: Pool) => (path: string) => Promise<string>
  prepare: (stage: Stage) => Promise<Comparison[]>
}

/** Work that no request asks for, measured by itself beside a floor of its own. */
export type Work = {
  name: string
  measure: (stage: Stage, rounds: number) => Promise<{ text: string; lines: Line[] }>
}
