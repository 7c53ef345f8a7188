import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type RawBuilder,
} from 'kysely'

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
    written ??= build(standIns as Values).compile(writer)
    const parameters = written.parameters.map((value) => (value instanceof StandIn ? value.of(values) : value))
    return { ...written, parameters }
  }
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

/** Whatever is looked for in it is there, as a stand-in of that name. */
const standIns: object = new Proxy({}, { get: (_, name) => new StandIn(name) })

/** One question for each way of asking, the latest of them kept. */
export function questions<Way extends object, Values extends object, Row>(
  build: (way: Way, values: Values) => RawBuilder<Row>,
): (way: Way, values: Values) => CompiledQuery<Row> {
  const known = new Map<string, (values: Values) => CompiledQuery<Row>>()
  return (way, values) => {
    const key = JSON.stringify(way)
    const ask = known.get(key) ?? question((standing: Values) => build(way, standing))
    known.delete(key)
    known.set(key, ask)
    const [oldest] = known.keys()
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
    return ask(values)
  }
}

const mostKnown = 100
