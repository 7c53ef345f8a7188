import type { z } from 'zod'
import type { Refusal } from './refusals.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Who may call: `public` everyone, `user` every logged-in person, `employer` employer users for their own client. */
export type Access = 'public' | 'user' | 'employer'

/** `/api` is the newer base, `/api/v1` the older (requirement API-07). Both use the same authorisation. */
export type ApiBase = 'api' | 'v1'

type Shape = z.ZodType | undefined

export type EndpointDefinition<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Reply extends z.ZodType | 'file',
  A extends Access = Access,
> = {
  base: ApiBase
  access: A
  params?: Params
  query?: Query
  body?: Body
  reply: Reply
  status?: 201 | 202
  refuses?: readonly Refusal[]
  /** Do not store the body or its hash. Even a hash would reveal the body, because few values are possible (S-84). */
  keepsNothing?: true
  audit?: string
  /** Upper limit of the body in bytes, for calls with a document; default: 1 MiB. */
  bodyBytes?: number
  /** The body is one file as `multipart/form-data`, read as a stream. All other bodies are JSON (UPLOAD-05). */
  takes?: 'file'
  /** A public call that also reads the caller's session, if there is one. People use it from a link or while logged in. */
  orSignedIn?: true
  beforeTerms?: true
  /** May be called by a person who still has to set up two-factor authentication (S-24). */
  beforeTwoFactor?: true
  /** Accepts expired tokens, but no revoked ones, because logout must always work. */
  afterExpiry?: true
  /** Authorised by a cookie alone, so it must have a header that other sites cannot send (S-40). */
  byCookie?: true
  /** For views as another person: 'allowed' (S-43), 'operator' (S-45) or 'never'. Default: only GET calls. */
  inView?: 'allowed' | 'operator' | 'never'
  /** The handler opens transactions itself (`call.inTransaction`), for example to commit before a refusal. */
  ownTransactions?: true
}

export type Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends z.ZodType | 'file' = z.ZodType | 'file',
  A extends Access = Access,
> = EndpointDefinition<Params, Query, Body, Reply, A> & { method: Method; path: string }

/**
 * Declares one call of the portal for server, browser, tests and documentation.
 * @__NO_SIDE_EFFECTS__ the browser build leaves out the declarations that no screen uses.
 */
export function endpoint<
  Reply extends z.ZodType | 'file',
  A extends Access,
  Params extends Shape = undefined,
  Query extends Shape = undefined,
  Body extends Shape = undefined,
>(
  method: Method,
  path: string,
  definition: EndpointDefinition<Params, Query, Body, Reply, A>,
): Endpoint<Params, Query, Body, Reply, A> {
  return { method, path, ...definition }
}

type Declared<S> = Exclude<S, undefined>
type Parsed<S> = [Declared<S>] extends [never]
  ? undefined
  : Declared<S> extends z.ZodType
    ? z.output<Declared<S>>
    : never

export type ParamsOf<E extends Endpoint> = Parsed<E['params']>
export type QueryOf<E extends Endpoint> = Parsed<E['query']>
export type BodyOf<E extends Endpoint> = Parsed<E['body']>
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : Download

export type Download = { fileName: string; mediaType: string; bytes: Uint8Array }

export type CallInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>
type Part<Name extends string, S> = [Declared<S>] extends [never]
  ? unknown
  : Declared<S> extends z.ZodType
    ? Record<Name, z.input<Declared<S>>>
    : never

/** Returns the path of a call without a trailing slash. The server also accepts a trailing slash (API-22). */
export function addressOf(endpoint: Pick<Endpoint, 'base' | 'path'>, params: Record<string, string> = {}): string {
  const path = endpoint.path.replace(/^\/|\/$/g, '').replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`The path ${endpoint.path} needs ${name}`)
    return encodeURIComponent(value)
  })
  return `${endpoint.base === 'api' ? '/api' : '/api/v1'}/${path}`
}

export function accessInView({
  method,
  inView,
}: Pick<Endpoint, 'method' | 'inView'>): 'allowed' | 'operator' | 'never' {
  return inView ?? (method === 'GET' ? 'allowed' : 'never')
}

export function identifiesCaller({ access, orSignedIn }: Pick<Endpoint, 'access' | 'orSignedIn'>): boolean {
  return access !== 'public' || orSignedIn === true
}
