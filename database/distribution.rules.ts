export interface Cluster {
  isCoordinator: boolean
  logins: Login[]
}

interface Login {
  worker: string
  role: string
  failure?: string
}

const oldestCitus = [13, 2] as const

export interface Extension {
  version: string | null
  /** Whether PostgreSQL has loaded the extension. Without it, distributed tables look empty. */
  isLoaded: boolean
}

export function versionFault({ version, isLoaded }: Extension): string | undefined {
  const oldest = oldestCitus.join('.')
  if (version === null) {
    return `The database of DATABASE_URL has no Citus: install Citus ${oldest} or newer on every node, and run "create extension citus" in the database of each.`
  }
  if (!isLoaded) {
    return `The PostgreSQL of DATABASE_URL does not load Citus: set "shared_preload_libraries = 'citus'" in its postgresql.conf and restart it.`
  }
  if (!isOlder(version)) return undefined
  return `The database of DATABASE_URL has Citus ${version}, which is too old: install ${oldest} or newer on every node, and run "alter extension citus update" in the database of each.`
}

export function clusterFault({ isCoordinator, logins }: Cluster): string | undefined {
  if (!isCoordinator) return 'DATABASE_URL leads to a worker of the Citus cluster: name its coordinator.'
  if (logins.length === 0) {
    return `The Citus cluster has no workers: let an administrator run "select citus_add_node('<host>', <port>)" for each.`
  }
  const failed = logins.find(({ failure }) => failure !== undefined)
  if (!failed) return undefined
  const { worker, role, failure = '' } = failed
  if (isLost(failed)) return `The worker ${worker} cannot be reached: start it, or remove it from the cluster.`
  return (
    `The role ${role} cannot log in on the worker ${worker} (${failure.replace(/^.*FATAL: +/, '')}): let an administrator create` +
    ' it with "login" on each node, and allow its connections between the nodes in their pg_hba.conf, with a password in their .pgpass.'
  )
}

/** Returns the unreachable workers if at least one other is reachable. The portal then starts for its clients. */
export function lostWorkers({ logins }: Cluster): string[] {
  const lost = logins.filter(isLost).map(({ worker }) => worker)
  return lost.length < logins.length ? lost : []
}

const refusesForNow = /the database system is|too many clients|remaining connection slots/

function isLost({ failure }: Login): boolean {
  return failure !== undefined && (refusesForNow.test(failure) || !/FATAL|password/.test(failure))
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split(/[.-]/).map(Number)
  return major < oldestCitus[0] || (major === oldestCitus[0] && minor < oldestCitus[1])
}

export interface TableReference {
  table: string
  target: string
}

/** Orders tables so that each comes after the tables that it refers to. Tables that refer to each other form one group. */
export function dependencyOrder(tables: readonly string[], references: readonly TableReference[]): string[][] {
  const left = new Set(tables)
  const groups: string[][] = []
  while (left.size > 0) {
    // The smallest set refers to no table outside it: such a table would have an even smaller reachable set.
    const group = [...left]
      .map((table) => reachable(table, left, references))
      .reduce((smallest, next) => (next.size < smallest.size ? next : smallest), new Set(left))
    groups.push([...group])
    for (const table of group) left.delete(table)
  }
  return groups
}

function reachable(start: string, left: ReadonlySet<string>, references: readonly TableReference[]): Set<string> {
  const found = new Set([start])
  for (const table of found) {
    for (const reference of references)
      if (reference.table === table && left.has(reference.target)) found.add(reference.target)
  }
  return found
}
