import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { BenchServers } from './bench-servers.ts'
import type { Target } from './load.ts'

/** Goals of a comparison. `share` is the product's throughput divided by the floor's, by number of connections. */
export type Goals = {
  share: { 1: number; 32: number }
  /** Highest p99 allowed, as a multiple of the floor's p99. */
  p99?: number
  pages?: number
}

/** The same work done by the product and by the floor. `same` compares their two responses to each request. */
export type Comparison = {
  title: string
  product: Target
  floor: Target
  same: (product: unknown, floor: unknown) => boolean
  goals: Goals
}

export type RequestBenchmark = {
  name: string
  title: string
  /** Registers the floor's routes, which do the minimum of work and no authorisation. */
  floor: (app: FastifyInstance, pool: Pool) => void
  /** For a floor without Fastify: answers a path on a separate port with plain node:http. */
  raw?: (pool: Pool) => (path: string) => Promise<string>
  prepare: (stage: BenchServers) => Promise<Comparison[]>
}

/** Work that is not a request, measured separately against a floor of its own. */
export type WorkBenchmark = {
  name: string
  measure: (stage: BenchServers, rounds: number) => Promise<{ text: string; lines: Line[] }>
}

export type Line = { goal: string; verdict: Verdict; why: string }

export type Verdict = 'HOLDS' | 'SHORT' | 'NOISY'
