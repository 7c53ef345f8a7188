/** Does a job in a process that kills itself before or after it sends one of the statements. */
import type { ClientConfig } from 'pg'
import { prepareJob, type Job } from './prepare-job.ts'

export type PlannedKill = { statement: number; isSent: boolean }

export type Task = { job: Job; login: ClientConfig; serverSecret: string; kill: PlannedKill }

const { job, login, serverSecret, kill } = JSON.parse(process.env['TASK'] ?? '') as Task
const die = () => process.kill(process.pid, 'SIGKILL')
const { work } = await prepareJob(job, {
  login,
  serverSecret: Buffer.from(serverSecret, 'base64'),
  watch: {
    beforeSending: (statements) => void (statements === kill.statement && !kill.isSent && die()),
    afterSending: (statements) => void (statements === kill.statement && setImmediate(die)),
  },
})
await work()
// Reached only if the job sent fewer statements than planned this time.
die()
