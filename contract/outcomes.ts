/** A question to the server, as far as its outcome goes. */
type Question<Result> = { data: Result | undefined; isError: boolean }

/** The list of the last success; false if loading failed before; undefined until the first answer (API-17, API-18). */
export function listOf<Result>({ data, isError }: Question<Result>): Result | false | undefined {
  return data ?? (isError ? false : undefined)
}

/** What became of reports and data loads: a failure sets the value 'Error', whatever was stored before (API-19). */
export function reportsOf<Result>({ data, isError }: Question<Result>): Result | 'Error' | undefined {
  return isError ? 'Error' : data
}
