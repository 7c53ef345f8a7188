type Question<Result> = { data: Result | undefined; isError: boolean }

/** Returns the last list, even if a later request failed; false if all failed; undefined while loading (API-17). */
export function listOrLoading<Result>({ data, isError }: Question<Result>): Result | false | undefined {
  return data ?? (isError ? false : undefined)
}

/** For reports and uploads, the latest failure hides earlier results (API-19). */
export function resultOrError<Result>({ data, isError }: Question<Result>): Result | 'Error' | undefined {
  return isError ? 'Error' : data
}
