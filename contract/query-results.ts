type Question<Result> = { data: Result | undefined; isError: boolean }

/** Returns the last loaded list; false if loading has only failed; undefined until the first response (API-17, API-18). */
export function loadedList<Result>({ data, isError }: Question<Result>): Result | false | undefined {
  return data ?? (isError ? false : undefined)
}

/** Returns reports and uploads; a failure returns 'Error', whatever was loaded before (API-19). */
export function loadedReports<Result>({ data, isError }: Question<Result>): Result | 'Error' | undefined {
  return isError ? 'Error' : data
}
