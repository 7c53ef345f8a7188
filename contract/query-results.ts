type Question<Result> = { data: Result | undefined; isError: boolean }

/**
 * Returns the last loaded list, even if a later request failed; false if every attempt failed; undefined until the
 * first result (API-17, API-18).
 */
export function listOrLoading<Result>({ data, isError }: Question<Result>): Result | false | undefined {
  return data ?? (isError ? false : undefined)
}

/** For reports and uploads, the latest failure hides earlier results (API-19). */
export function resultOrError<Result>({ data, isError }: Question<Result>): Result | 'Error' | undefined {
  return isError ? 'Error' : data
}
