import type { Source } from './sources.ts'
import { parse, walk, type Node } from './syntax.ts'

export type Messages = Readonly<Record<string, unknown>>

export function wrongSentences(messages: Messages, mandated: Readonly<Record<string, string>>): string[] {
  const said = textsOf(messages)
  return Object.entries(mandated).flatMap(([key, sentence]) => {
    const home = homeOf(key)
    const text = said.get(home)
    if (text === undefined) return [`${home} is missing: ${JSON.stringify(sentence)}`]
    return text === sentence ? [] : [`${home} says ${JSON.stringify(text)}, not ${JSON.stringify(sentence)}`]
  })
}

/** Finds mandated sentences written more than once, or outside messages files. */
export function repeatedSentences(sources: readonly Source[], mandated: Readonly<Record<string, string>>): string[] {
  const keys = Map.groupBy(Object.entries(mandated), ([, sentence]) => withoutNames(sentence))
  const places = new Map<string, string[]>()
  const outside: string[] = []
  for (const source of sources) {
    const syntax = parse(source)
    const isMessages = /[./]messages\.ts$/.test(source.path)
    walk(syntax.tree, (node) => {
      const text = writtenIn(node)
      if (text === undefined || !keys.has(text)) return
      const place = `${source.path}:${syntax.lineOf(node.start)}`
      if (isMessages) places.set(text, [...(places.get(text) ?? []), place])
      // A single word may have other uses. Another rule checks that it is shown.
      else if (text.includes(' ')) outside.push(`${place} says ${JSON.stringify(text)}: it stands in a messages file`)
    })
  }
  const repeated = [...places].filter(([text, at]) => at.length > (keys.get(text)?.length ?? 1))
  return [...outside, ...repeated.map(([text, at]) => `${at.join(', ')} say ${JSON.stringify(text)}: write it once`)]
}

function writtenIn(node: Node): string | undefined {
  if (node.type === 'TemplateLiteral') {
    const quasis = node['quasis'] as { value: { cooked: string } }[]
    return quasis.map(({ value }) => value.cooked).join('{}')
  }
  const text = node['value']
  return typeof text === 'string' ? text.trim() : undefined
}

function withoutNames(sentence: string): string {
  return sentence.replace(/\{[^}]*\}/g, '{}')
}

/** Where the text of a key is, if its area has no messages yet or another name in the code. */
const elsewhere: Readonly<Record<string, string>> = {
  'reset.cancel': 'buttonMessages.cancel',
  'reset.step.verify': 'progressMessages.verify',
  'reset.step.password': 'loginMessages.passwordLabel',
  'activation.step.twoFa': 'progressMessages.twoFactor',
  'twoFa.back': 'buttonMessages.back',
  'twoFa.close': 'buttonMessages.close',
  'activation.step.terms': 'termsStep',
  'twoFa.enterCode': 'setUpMessages.enterCode',
  'twoFa.title': 'setUpMessages.title',
  'twoFa.enabled': 'setUpMessages.enabled',
  'twoFa.reasonPrompt': 'ownMessages.reasonPrompt',
  'twoFa.reasonRequired': 'ownMessages.reasonRequired',
  'twoFa.disabled': 'ownMessages.disabled',
  'approve.askApprove': 'decisionMessages.askApprove',
  'approve.askReject': 'decisionMessages.askReject',
  'approve.nothing': 'decisionMessages.nothing',
  'approve.processing': 'decisionMessages.processing',
  'form.correct': 'formErrorMessages.correct',
  'form.reviewPage': 'formErrorMessages.reviewPage',
  'form.review': 'formErrorMessages.review',
  'login.account': 'accountMessages.problem',
  'cookies.accept': 'consentMessages.accept',
  'cookies.manage': 'consentMessages.manage',
  'cookies.essential': 'consentSettingsMessages.essential',
  'cookies.video': 'consentSettingsMessages.video',
}
const areas: Readonly<Record<string, string>> = { takeup: 'takeUp' }

/** Returns the exported object and property of a key: 'nav.home' is `home` of `navMessages`. */
function homeOf(key: string): string {
  const [area = '', ...rest] = key.split('.')
  return elsewhere[key] ?? [`${areas[area] ?? area}Messages`, ...rest].join('.')
}

/** Returns each text by its path. Parameters of functions appear as names in braces. */
function textsOf(messages: Messages, path = ''): Map<string, string> {
  const texts = Object.entries(messages).flatMap(([name, value]): [string, string][] => {
    const at = path ? `${path}.${name}` : name
    if (typeof value === 'string') return [[at, value]]
    if (typeof value === 'function') return [[at, String(value(...parametersOf(value)))]]
    return typeof value === 'object' && value !== null ? [...textsOf(value as Messages, at)] : []
  })
  return new Map(texts)
}

function parametersOf(make: object): string[] {
  const [, list = ''] = /^\(([^)]*)\)/.exec(Function.prototype.toString.call(make)) ?? []
  return list.split(',').map(
    (name) =>
      `{${name
        .trim()
        .replace(/[:=].*/s, '')
        .trim()}}`,
  )
}
