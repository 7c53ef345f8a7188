import { describe, expect, it } from 'vitest'
import { productSources } from './sources.ts'
import { textOutsideMessages } from './text-outside-messages.rules.ts'

describe('text for users is in .messages.ts files only', () => {
  it('every screen of the product takes its text from these files', () => {
    expect(textOutsideMessages(productSources())).toEqual([])
  })

  it.each([
    ['<p>Hello</p>', 'Hello'],
    ['<p>{open ? "Hide" : "Show"}</p>', '"Hide"'],
    ['<p>{`Until ${date}`}</p>', '"Until"'],
    ['<img alt="Our logo" />', 'Our logo'],
    ['<Field label="email" />', 'email'],
    ['<Button busy={say("Please wait a moment")} />', 'Please wait'],
    ['notify("Saved for later")', 'Saved for later'],
  ])('text added in %s is reported', (text, words) => {
    const found = textOutsideMessages([{ path: 'features/planted/Planted.tsx', text: `const planted = ${text}` }])
    expect(found[0]).toContain('features/planted/Planted.tsx:1')
    expect(found.join()).toContain(words.replaceAll('"', ''))
  })

  it.each([
    '<p className="small print">{messages.hello}</p>',
    '<p data-state={open ? "open" : "closed"}>{amount} £</p>',
    "<p>{step === 'review' && messages.review}</p>",
    "new Error('Nobody provides the panel')",
    "matchMedia('(min-width: 768px)')",
  ])('%s is accepted', (text) => {
    expect(textOutsideMessages([{ path: 'features/planted/Planted.tsx', text: `const planted = ${text}` }])).toEqual([])
  })
})
