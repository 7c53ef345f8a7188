import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { BenchServers } from './bench-servers.ts'
import type { Target } from './send-load.ts'

/** `share` is the portal's throughput divided by the baseline server's, with 1 and with 32 connections. */
export type Goals = {
  share: { 1: number; 32: number }
  /** Highest allowed p99 latency, as a multiple of the baseline server's. */
  p99?: number
  pages?: number
}

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
  /** Registers the routes of the baseline server, which do the least possible work and no authorisation. */
  floor: (app: FastifyInstance, pool: Pool) => void
  /** Answers a path with plain node:http on a separate port, for a baseline server without Fastify. */
  raw?: (pool: Pool) => (path: string) => Promise<string>
  prepare: (stage: BenchServers) => Promise<Comparison[]>
}

export type WorkBenchmark = {
  name: string
  measure: (stage: BenchServers, rounds: number) => Promise<{ text: string; lines: Line[] }>
}

export type Line = { goal: string; verdict: Verdict; why: string }

export type Verdict = 'HOLDS' | 'SHORT' | 'NOISY'
