import { escapeHtml } from '../contract/escape-html.ts'
import { manualStyles } from './manual-styles.ts'
import { introduction, type OpenApi, type Operation, type Parameter, type Schema } from './openapi.ts'

type Listed = { path: string; method: string; operation: Operation }

/** The interface as a page to read and to search: plain HTML with anchors, no script, nothing loaded. */
export function manualPage(document: OpenApi): string {
  const calls: Listed[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const areas = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }))
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(document.info.title)}: interface</title>
<style>${manualStyles}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header><h1>${text(document.info.title)}: interface</h1>
<p>${calls.length} calls, as <a href="/api/openapi.json">OpenAPI ${text(document.openapi)}</a>.</p>
${introduction.map((line) => `<p>${text(line)}</p>`).join('\n')}</header>
<nav aria-label="Calls">${areas.map(contents).join('')}</nav>
<main id="calls">
${areas.map(chapter).join('\n')}
</main>
</body>
</html>
`
}

function contents({ name, calls }: { name: string; calls: Listed[] }): string {
  const lines = calls.map(
    ({ operation }) => `<li><a href="#${operation.operationId}">${text(operation.summary)}</a></li>`,
  )
  return `<details open><summary>${text(heading(name))}</summary><ul>${lines.join('')}</ul></details>`
}

function chapter({ name, calls }: { name: string; calls: Listed[] }): string {
  return `<section id="area-${name}"><h2>${text(heading(name))}</h2>${calls.map(entry).join('\n')}</section>`
}

function entry({ path, method, operation }: Listed): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const statuses = Object.entries(responses)
  return `<article id="${operationId}"><h3><a href="#${operationId}">${text(summary)}</a></h3>
<p class="line"><span class="method ${method.toLowerCase()}">${method}</span> <code>${text(path).replaceAll('/', '/<wbr>')}</code></p>
${description
  .split('\n\n')
  .map((line) => `<p>${text(line)}</p>`)
  .join('')}${operation['x-audit'] ? `<p>Recorded in the audit as <code>${text(operation['x-audit'])}</code>.</p>` : ''}
${part('Parameters', parameters.map(parameterRow))}
${part('Body', requestBody ? rowsOfContent(requestBody.content) : [])}
${statuses
  .filter(([status]) => status < '300')
  .map(([status, answer]) => part(`Answer ${status}`, rowsOfContent(answer.content)))
  .join('')}
${part(
  'Refusals',
  statuses.filter(([status]) => status >= '300').flatMap(([status, answer]) => refusalRows(status, answer)),
)}</article>`
}

type Row = { name: string; what: string; note?: string }

function part(title: string, rows: Row[]): string {
  if (rows.length === 0) return ''
  const lines = rows.map(
    ({ name, what, note }) =>
      `<div><dt><code>${text(name)}</code></dt><dd>${text(what)}${note ? ` <small>${text(note)}</small>` : ''}</dd></div>`,
  )
  return `<h4>${text(title)}</h4><dl>${lines.join('')}</dl>`
}

function parameterRow(parameter: Parameter): Row {
  if ('$ref' in parameter) return { name: 'Idempotency-Key', what: 'header, text of 8 to 200 characters' }
  const { name, required, schema } = parameter
  return { name, what: `in the ${parameter.in}, ${typeOf(schema)}`, ...(!required && { note: 'may be left out' }) }
}

function refusalRows(status: string, { content = {} }: Operation['responses'][string]): Row[] {
  return Object.values(content).flatMap(({ examples = {} }) =>
    Object.entries(examples).map(([code, { value }]) => ({
      name: `${status} ${code}`,
      // Our own examples carry the sentence of their refusal.
      what: (value as { message: string }).message,
    })),
  )
}

function rowsOfContent(content: Record<string, { schema: Schema }> | undefined): Row[] {
  return Object.entries(content ?? {}).flatMap(([mediaType, { schema }]) =>
    mediaType === 'application/json' ? rowsOf(schema, '') : [{ name: mediaType, what: 'a file, as an attachment' }],
  )
}

/** Every field by its dotted path; what stands in a list has `[]`, what is named by a key `{key}`. */
function rowsOf(schema: Schema, path: string, note?: string): Row[] {
  const own = [{ name: path || 'the whole', what: typeOf(schema), ...(note && { note }) }]
  const parts = partsOf(schema, path)
  return path === '' && schema.type === 'object' && parts.length > 0 ? parts : [...own, ...parts]
}

function partsOf(schema: Schema, path: string): Row[] {
  const optional = (name: string) => (schema.required?.includes(name) ? undefined : 'may be absent')
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      rowsOf(field, path ? `${path}.${name}` : name, optional(name)),
    ),
    ...(schema.items ? partsOf(schema.items, `${path}[]`) : []),
    ...(typeof schema.additionalProperties === 'object'
      ? rowsOf(schema.additionalProperties, path ? `${path}.{key}` : '{key}')
      : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) => partsOf(one, path)),
  ]
}

/** 'text, at most 254 characters, or null' */
function typeOf(schema: Schema): string {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map(typeOf))].join(' or ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'anything')
  if (type === 'array')
    return `list of ${schema.items ? typeOf(schema.items) : 'anything'}${bounds(schema, 'Items', '')}`
  const named = schema.format ? `${words[type] ?? type} (${schema.format})` : (words[type] ?? type)
  return `${named}${bounds(schema, 'Length', ' characters')}${bounds(schema, 'imum', '')}${schema.description ? `, ${schema.description}` : ''}`
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
  object: 'object',
}

function bounds(schema: Schema, of: 'Items' | 'Length' | 'imum', unit: string): string {
  const [least, most] = [schema[`min${of}`], schema[`max${of}`]]
  // The limits of JavaScript's own whole numbers say nothing.
  const said = (bound: unknown): bound is number =>
    typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  if (said(least) && said(most)) return `, ${least} to ${most}${unit}`
  if (said(most)) return `, at most ${most}${unit}`
  return said(least) ? `, at least ${least}${unit}` : ''
}

/** 'employer-dashboard' as 'Employer dashboard'. */
function heading(area: string): string {
  const said = area.replaceAll('-', ' ')
  return said.charAt(0).toUpperCase() + said.slice(1)
}

const text = escapeHtml
