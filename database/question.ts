import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type RawBuilder,
} from 'kysely'
import { recentlyAsked } from './recently-asked.ts'

/** Writes statements and reaches no database. */
const writer = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * A question whose text is always the same, put together once: only its values change. While it is put together each
 * value is a stand-in that nothing but the statement may look at.
 */
export function question<Values extends object, Row>(
  build: (values: Values) => RawBuilder<Row>,
): (values: Values) => CompiledQuery<Row> {
  let written: CompiledQuery<Row> | undefined
  return (values) => {
    // Every name that a statement looks for is there, and stands in it as a value.
    written ??= tidied(build(standIns as Values).compile(writer))
    const parameters = written.parameters.map((value) => (value instanceof StandIn ? value.of(values) : value))
    return { ...written, parameters }
  }
}

/**
 * Each value once, however often the statement looks at it, and no indentation: PostgreSQL reads every value and copies
 * the text with each call.
 */
function tidied<Row>(compiled: CompiledQuery<Row>): CompiledQuery<Row> {
  const parameters: unknown[] = []
  const places = compiled.parameters.map((value) => {
    const known = value instanceof StandIn ? parameters.indexOf(value) : -1
    return known >= 0 ? known + 1 : parameters.push(value)
  })
  const text = compiled.sql.replace(/\n\s+/g, '\n').replace(/\$(\d+)/g, (_, place) => `$${places[Number(place) - 1]}`)
  return { ...compiled, sql: text, parameters }
}

class StandIn {
  readonly #name: string | symbol

  constructor(name: string | symbol) {
    this.#name = name
  }

  of(values: object): unknown {
    return Reflect.get(values, this.#name)
  }
}

const made = new Map<string | symbol, StandIn>()

/** Whatever is looked for in it is there, as the stand-in of that name. */
const standIns: object = new Proxy(
  {},
  {
    get: (_, name) => {
      const standIn = made.get(name) ?? new StandIn(name)
      made.set(name, standIn)
      return standIn
    },
  },
)

/** One question for each way of asking, the latest of them kept. */
export function questions<Way extends object, Values extends object, Row>(
  build: (way: Way, values: Values) => RawBuilder<Row>,
): (way: Way, values: Values) => CompiledQuery<Row> {
  const asked = latest<(values: Values) => CompiledQuery<Row>>()
  return (way, values) => asked(JSON.stringify(way), () => question((standing: Values) => build(way, standing)))(values)
}

/** What was made once under a key is there again, while it is one of the latest that were asked for. */
export function latest<Made>(): (key: string, make: () => Made) => Made {
  const kept = recentlyAsked<Made>(mostKept)
  return (key, make) => {
    const known = kept.find(key)
    if (known !== undefined) return known
    const made = make()
    kept.keep(key, made)
    return made
  }
}

const mostKept = 100
