import { describe, expect, it } from 'vitest'
import { clusterFault, dependencyOrder, lostWorkers, versionFault, type Cluster } from './distribution.rules.ts'

const worker = { worker: '10.0.0.3:5432', role: 'portal_app' }
const ready: Cluster = { isCoordinator: true, logins: [worker] }

describe('Citus', () => {
  it('is accepted if its version is at least the oldest version that was tested', () => {
    expect(versionFault({ version: '13.2-1', isLoaded: true })).toBeUndefined()
    expect(versionFault({ version: '14.0-1', isLoaded: true })).toBeUndefined()
  })

  it.each([
    [null, 'The database of DATABASE_URL has no Citus: install Citus 13.2 or newer on every node'],
    ['13.1-1', 'The database of DATABASE_URL has Citus 13.1-1, which is too old: install 13.2 or newer'],
    ['9.5-3', 'The database of DATABASE_URL has Citus 9.5-3, which is too old: install 13.2 or newer'],
  ])('of version %s is refused with a one-sentence message', (version, beginning) => {
    expect(versionFault({ version, isLoaded: true })?.slice(0, beginning.length)).toBe(beginning)
  })

  it('is refused with a one-sentence message if PostgreSQL does not load it', () => {
    const beginning = 'The PostgreSQL of DATABASE_URL does not load Citus: set "shared_preload_libraries'
    expect(versionFault({ version: '13.2-1', isLoaded: false })?.slice(0, beginning.length)).toBe(beginning)
  })
})

describe('a Citus cluster', () => {
  it('with a worker is accepted', () => expect(clusterFault(ready)).toBeUndefined())

  it.each([
    [{ isCoordinator: false }, 'DATABASE_URL leads to a worker of the Citus cluster: name its coordinator.'],
    [{ logins: [] }, 'The Citus cluster has no workers: let an administrator run'],
    [
      { logins: [worker, { ...worker, failure: 'Connection refused' }] },
      'The worker 10.0.0.3:5432 cannot be reached: start it, or remove it from the cluster.',
    ],
    [
      { logins: [{ ...worker, failure: 'FATAL:  role "portal_app" is not permitted to log in' }] },
      'The role portal_app cannot log in on the worker 10.0.0.3:5432 (role "portal_app" is not permitted to log in): let',
    ],
    [
      { logins: [{ ...worker, failure: 'fe_sendauth: no password supplied' }] },
      'The role portal_app cannot log in on the worker 10.0.0.3:5432 (fe_sendauth: no password supplied): let',
    ],
  ])('with %o is refused with a one-sentence message', (difference, beginning) => {
    expect(clusterFault({ ...ready, ...difference })?.slice(0, beginning.length)).toBe(beginning)
  })
})

describe('starting the portal', () => {
  const away = { ...worker, worker: '10.0.0.4:5432', failure: 'Connection refused' }
  const starting = { ...away, failure: 'FATAL:  the database system is starting up' }
  const refused = { ...away, failure: 'FATAL:  role "portal_app" is not permitted to log in' }

  it.each([
    ['leaves out a worker that cannot be reached', [worker, away], ['10.0.0.4:5432']],
    ['leaves out a worker that is starting', [worker, starting], ['10.0.0.4:5432']],
    ['leaves out none where no worker can be reached', [away], []],
    ['leaves out none that refuses the login', [worker, refused], []],
  ])('%s', (_, logins, lost) => expect(lostWorkers({ ...ready, logins })).toEqual(lost))
})

describe('the order of tables', () => {
  const groups = (tables: string[], ...references: [string, string][]) =>
    dependencyOrder(
      tables,
      references.map(([table, target]) => ({ table, target })),
    )

  it('places each table after the tables it refers to', () => {
    expect(groups(['line', 'run', 'period'], ['line', 'run'], ['run', 'period'])).toEqual([
      ['period'],
      ['run'],
      ['line'],
    ])
  })

  it('puts tables that refer to each other into one group', () => {
    expect(
      groups(
        ['token', 'session', 'grant', 'account'],
        ['token', 'session'],
        ['session', 'grant'],
        ['grant', 'session'],
        ['session', 'account'],
      ),
    ).toEqual([['account'], ['session', 'grant'], ['token']])
  })

  it('accepts a table that refers to itself, or to a table listed before it', () => {
    expect(groups(['version'], ['version', 'version'], ['version', 'selection'])).toEqual([['version']])
  })
})
