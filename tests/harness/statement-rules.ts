import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { migrationsFolder } from '../../database/migrate.ts'
import { readClock } from '../../database/transaction-time.ts'

type Rule = 'clock' | 'with' | 'insert' | 'inner select'

/** Statements that may break a rule, with the reason. */
const reviewed: readonly { rule: Rule; about: RegExp; why: string }[] = [
  {
    rule: 'clock',
    about: /^select (?:app\.now\(\) = |now = app\.now\(\)|\(timestamptz '' - |current_user as role, app\.now)/,
    why: 'tests of the clock itself',
  },
  {
    rule: 'insert',
    about: /\binto employee_delta\b/,
    why: 'runs on Citus, because the ids are made in a "with" on the shard of the client',
  },
  { rule: 'with', about: /\b(?:into|from) employee_delta\b/, why: 'one statement, so that the list is never half' },
  {
    rule: 'inner select',
    about: /^delete from "?medical_answer\b/,
    why: 'the condition is a constant, and "not exists" is planned as a join',
  },
]

const defaults = columnsWithDefaults()

/** Returns the reason if a statement would fail or have another effect on Citus (decision 62). */
export function faultOf(text: string): string | undefined {
  if (text === readClock) return undefined
  const plain = textWithout(text)
  const breaks = (rule: Rule, isBroken: boolean) =>
    isBroken && !reviewed.some((one) => one.rule === rule && one.about.test(plain))
  if (/\bset_config\s*\(/i.test(plain)) return 'calls set_config, which does not reach the shards: use "set local"'
  if (/^(?:begin|start transaction)\b[^;]*;[^;]*;/i.test(plain))
    return 'begins a transaction and does its work in one message: send "begin; set local" first'
  if (breaks('clock', clocks.test(plain))) return 'reads a clock: use transactionTime or transactionDay'
  if (breaks('with', writesInWith.test(plain))) return 'writes in a "with": write in statements of their own'
  if (columnsOfWith.test(plain)) return 'lists the columns of a "with": name them in its select'
  if (/^create (?:temporary|temp) table\b/i.test(plain)) return 'creates a temporary table, which joins no table'
  if (breaks('inner select', readsOuterClient(plain)))
    return 'compares client_id in an inner select with a column of the outer one: use the value'
  if (/^insert\b.*\) values\b.*\bon conflict\b.*\( ?select\b/i.test(plain))
    return 'reads a table in "on conflict": read it first'
  if (/^update\b/i.test(plain) && randomValues.test(plain)) return 'makes random values in an update: use values'
  if (/^update\b/i.test(plain) && columnAndInterval.test(plain))
    return 'adds an interval to a column in an update: use values'
  const insert = faultOfInsert(plain)
  return breaks('insert', insert !== undefined) ? insert : undefined
}

const judged = new Map<string, string | undefined>()

/** Judges a text only once, because tests send the same statements thousands of times. */
function faultOnce(text: string): string | undefined {
  if (!judged.has(text)) judged.set(text, faultOf(text))
  return judged.get(text)
}

export function refuseForbiddenStatements(client: PoolClient): void {
  // The driver declares a dozen overloads. In all of them, the first parameter is a text or an object with a text.
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown
  const checked = (...asked: unknown[]): unknown => {
    const [first] = asked
    const text = typeof first === 'string' ? first : first && Reflect.get(Object(first), 'text')
    const fault = typeof text === 'string' ? faultOnce(text) : undefined
    if (fault === undefined) return query(...asked)
    return Promise.reject(new Error(`A statement ${fault} (tests/harness/statement-rules.ts): ${String(text)}`))
  }
  client.query = checked as typeof client.query
}

const writesInWith = /\bas\s+(?:(?:not\s+)?materialized\s+)?\(\s*(?:insert|update|delete|merge)\b/i

const randomValues = /\b(?:gen_random_uuid|random|nextval)\s*\(/i

const columnAndInterval = /(?<![\w:.$])[a-z]\w*(?:\.\w+)? [-+] (?:interval\b|make_interval\()/i

const columnsOfWith = /(?:\bwith(?: recursive)?|,) \w+ \([\w\s,"]+\) as (?:(?:not )?materialized )?\(/i

const clocks =
  /\b(?:app\.)?(?:now|today)\s*\(\s*\)|\b(?:clock|statement|transaction)_timestamp\s*\(|\bapp\.present\s*\(|\b(?:current_(?:date|time|timestamp)|localtime|localtimestamp)\b/i

function textWithout(text: string): string {
  return text
    .replace(/--[^\n]*/g, '')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/'(?:[^']|'')*'/g, `''`)
    .replace(/\s+/g, ' ')
    .trim()
}

function faultOfInsert(text: string): string | undefined {
  const insert = /\binsert\s+into\s+"?(\w+)"?(?:\s+as\s+"?\w+"?)?\s*\(([^)]*)\)\s*(?:select|with)\b/i.exec(text)
  if (!insert) return undefined
  const [, table = '', columns = ''] = insert
  const written = new Set(columns.split(',').map((column) => column.trim().replaceAll('"', '')))
  const missing = (defaults.get(table) ?? []).filter((column) => !written.has(column))
  if (missing.length > 0)
    return `inserts rows of a select into ${table} without ${missing.join(', ')}, which have defaults`
  if (randomValues.test(text)) return 'makes random values in an insert of a select'
  if (/\(\s*"?client_id\b[^)]*\) select \$\d/i.test(text) && !/\b(?:on conflict|returning)\b/i.test(text))
    return 'inserts rows of a select with the client_id as a value: use clientRow'
  return undefined
}

const tableNamed =
  /\b(?:from|join|using)(?: lateral)? (\w+)(?: as)?(?: (?!(?:cross|full|inner|join|left|on|right)\b)(\w+))?/gi

/** Returns whether an inner select compares `client_id` with a table that only an outer select names. */
function readsOuterClient(text: string): boolean {
  let rest = text.replaceAll('"', '')
  // Returns early, because inserts of many rows have thousands of parentheses.
  if (!/\bclient_id = \w+\.client_id\b/i.test(rest)) return false
  const innermost = /\(([^()]*)\)/
  for (let found = innermost.exec(rest); found; found = innermost.exec(rest)) {
    const [all, inside = ''] = found
    const isSelect = /^\s*(?:select|with)\b/i.test(inside)
    if (isSelect) {
      const named = new Set([...inside.matchAll(tableNamed)].flatMap(([, table, alias]) => [table, alias]))
      const compared = [...inside.matchAll(/(?:\b(\w+)\.)?\bclient_id = (?:(\w+)\.)client_id\b/gi)]
      if (compared.some(([, left, right]) => !named.has(right) || (left !== undefined && !named.has(left)))) return true
    }
    rest = rest.replace(all, () => (isSelect ? 'subselect' : ` ${inside} `))
  }
  return false
}

/** Returns columns whose default is random, a sequence or a clock, by table, read from the migrations. */
function columnsWithDefaults(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const name of readdirSync(migrationsFolder)) {
    const text = readFileSync(join(migrationsFolder, name), 'utf8')
    for (const [, table = '', body = ''] of text.matchAll(/^create table (\w+) \(\n(.*?)^\);/gms)) {
      const columns = [
        ...body.matchAll(/^ {2}(\w+) .*(?:default (?:app\.|gen_random)|generated (?:always|by default) as identity)/gm),
      ]
      found.set(
        table,
        columns.map(([, column = '']) => column),
      )
    }
  }
  return found
}
