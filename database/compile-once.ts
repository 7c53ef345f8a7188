import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'

const compiler = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Compiles a statement once, then only replaces its values (decision 54). `build` may use them only as parameters of `sql`. */
export function compileOnce<Values extends object, Row>(
  build: (values: Values) => RawBuilder<Row>,
): (values: Values) => CompiledQuery<Row> {
  let compiled: { text: string; parameters: unknown[] } | undefined
  return (values) => {
    compiled ??= compile(build, values)
    const parameters = compiled.parameters.map((value) => (value instanceof Placeholder ? value.of(values) : value))
    return CompiledQuery.raw(compiled.text, parameters)
  }
}

class Placeholder {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  of(values: object): unknown {
    return Reflect.get(values, this.#name)
  }
}

function compile<Values extends object>(build: (values: Values) => RawBuilder<unknown>, values: Values) {
  const placeholders = Object.keys(values).map((name) => [name, new Placeholder(name)] as const)
  // Placeholders can replace the values, because `build` uses them only as parameters.
  const { sql, parameters } = build(Object.fromEntries(placeholders) as Values).compile(compiler)
  const sent = [...new Set(parameters)]
  const text = sql.replace(/\$(\d+)/g, (_, number) => `$${sent.indexOf(parameters[Number(number) - 1]) + 1}`)
  return { text, parameters: sent }
}
