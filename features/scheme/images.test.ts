import { describe, expect, it } from 'vitest'
import { imageLimits, readImage } from './images.server.ts'

const drawing = (inner: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">\n${inner}</svg>`)

describe('pictures of a scheme folder', () => {
  it('may be SVG drawings without code, and valid pictures', () => {
    expect(readImage('images/a.svg', drawing('<path d="M0 0h8" fill="url(#g)"/>'))).toMatchObject({
      mediaType: 'image/svg+xml',
    })
    expect(readImage('images/a.png', Buffer.from('89504e470d0a1a0a00', 'hex'))).toMatchObject({
      mediaType: 'image/png',
    })
  })

  it.each([
    ['a script', '<script>alert(1)</script>', '<script>'],
    ['an event', '<path onload="alert(1)"/>', 'onload'],
    ['an event without a space', '<path d="M0 0"onload="alert(1)"/>', 'onload'],
    ['foreign content', '<foreignObject><body/></foreignObject>', '<foreignObject>'],
    ['a style sheet', '<style>*{background:url(//x)}</style>', '<style>'],
    ['an address', '<path href="https://x.example"/>', 'href'],
    ['a picture from elsewhere', '<image xlink:href="https://x.example/p.png"/>', '<image>'],
    ['an animation', '<animate attributeName="href"/>', '<animate>'],
    ['a paint from elsewhere', '<path fill="url(https://x.example/#a)"/>', 'anything outside it'],
    ['an entity', '<text>&#106;avascript</text>', 'anything outside it'],
  ])('must not be SVG drawings with %s', (_, inner, named) => {
    const answer = readImage('images/a.svg', drawing(inner))
    expect(answer).toMatchObject({ line: 2 })
    expect('refused' in answer && answer.refused).toContain(named)
  })

  it('must not have a document type, be invalid or be too large', () => {
    expect(readImage('images/a.svg', Buffer.from('<!DOCTYPE svg [<!ENTITY x "y">]><svg/>'))).toHaveProperty('refused')
    expect(readImage('images/a.png', drawing(''))).toEqual({
      refused: 'The content does not match the name of the file',
      line: 1,
    })
    expect(readImage('images/a.png', Buffer.alloc(imageLimits.bytes + 1))).toEqual({
      refused: 'The picture is larger than 2 MB',
      line: 1,
    })
    expect(readImage('images/a.exe', Buffer.alloc(1))).toHaveProperty('refused')
  })
})
