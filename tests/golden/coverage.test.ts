import { describe, expect, it } from 'vitest'
import { answerOf } from './independent/answers.ts'
import { relevantOf } from './independent/relevant-earnings.ts'
import { allCells } from './independent/price.ts'
import { type Folder, readFolder } from './independent/scheme-folder.ts'
import type { Answer, Question } from './golden-lines.ts'
import { pricingQuestionsOf } from './questions.ts'
import { goldenDay, withGoldenFolder } from './golden-folder.ts'

type Priced = { question: Question; answer: Exclude<Answer, { refused: string }> }

const cells = new Set<string>()
const { folder, answered } = await withGoldenFolder((path) => {
  const read = readFolder(path, goldenDay)
  const all = pricingQuestionsOf(read).map((question) => ({
    question,
    answer: answerOf(read, question, (cell) => cells.add(cell)),
  }))
  return { folder: read satisfies Folder, answered: all }
})
const priced = answered.flatMap(({ question, answer }): Priced[] => ('refused' in answer ? [] : [{ question, answer }]))
const refused = (code: string) =>
  answered.flatMap(({ question, answer }) =>
    question.benefit === code && 'refused' in answer ? [{ ...question.choice, why: answer.refused }] : [],
  )
const { benefits } = folder
const pricedOf = (code: string) => priced.filter(({ question }) => question.benefit === code)
const values = (code: string, option: string) =>
  new Set(pricedOf(code).map(({ question }) => question.choice.values[option]))

/** The golden file checks only prices that at least one of its questions uses. */
describe('the golden scheme (expected prices) covers', () => {
  it('every price in every rate table: age bands, smokers, levels, tiers and excesses', () => {
    expect(allCells(folder).filter((cell) => !cells.has(cell))).toEqual([])
    expect(cells.size).toBeGreaterThan(70)
  })

  it('every level of every option', () => {
    for (const { code, options } of benefits)
      for (const option of options.filter(({ kind }) => kind === 'levels'))
        expect([...values(code, option.code)], `${code} ${option.code}`).toEqual(
          expect.arrayContaining(option.levels.map((level) => level.code)),
        )
  })

  it('the lowest and the highest value of every number, each step of short ranges, and values just outside the range', () => {
    for (const { code, options } of benefits) {
      for (const { code: option, min, max, step } of options.filter(({ kind }) => kind === 'range')) {
        const found = values(code, option)
        const every = Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, at) => min + at * step)
        const wanted = every.length > 60 ? [min, max] : every
        expect([...found].map(Number), `${code} ${option}`).toEqual(expect.arrayContaining(wanted))
        const outside = refused(code).map((choice) => Number(choice.values[option]))
        expect(outside.some((value) => value < min || value > max || (value - min) % step !== 0)).toBe(true)
      }
    }
  })

  it("every employer percentage that matches the employee's pension contribution", () => {
    const steps = benefits.flatMap(({ price }) => price.flatMap((component) => component.price.match?.steps ?? []))
    const percents = pricedOf('pension').map(({ question, answer }) => {
      const { salaries } = folder.people.find(({ number }) => number === question.number) ?? {}
      const [pounds = 1n, parts = 1n] = salaries?.pensionable ?? []
      return Math.round((Number(answer.yearly.employer) * Number(parts)) / Number(pounds))
    })
    expect(new Set(percents)).toEqual(new Set(steps.map(({ employer }) => employer)))
  })

  it('cover above each free cover limit, and the largest cover of a benefit', () => {
    for (const { code, medical, price } of benefits) {
      const free = BigInt(medical?.freeCoverLimit ?? 0) * 100n
      if (free === 0n) continue
      const covers = pricedOf(code).flatMap(({ answer }) => answer.cover ?? [])
      expect(
        covers.some(({ chosen, runs }) => chosen > free && runs === free),
        `limits of ${code}`,
      ).toBe(true)
      expect(
        covers.some(({ chosen, runs }) => chosen < free && runs === chosen),
        `limits of ${code}`,
      ).toBe(true)
      for (const max of price.flatMap((component) => component.price.cover?.max ?? []))
        expect(
          covers.some(({ chosen }) => chosen === BigInt(max) * 100n),
          `limits of ${code}`,
        ).toBe(true)
    }
  })

  it('decisions of providers about cover above the limit: all, nothing, a part, too little, too much', () => {
    const waiting = priced.filter(({ question: { accepted }, answer: { waits } }) => waits && accepted === undefined)
    const decided = priced.filter(({ question: { accepted } }) => accepted !== undefined)
    expect(decided).toHaveLength(waiting.length)
    for (const code of ['life-assurance', 'critical-illness']) {
      const own = decided.filter(({ question }) => question.benefit === code)
      expect(new Set(own.map(({ question }) => question.accepted)).size, `decisions of ${code}`).toBe(5)
      expect(own.some(({ answer: { waits } }) => waits)).toBe(false)
      const covers = own.flatMap(({ answer: { cover } }) => cover ?? [])
      const free = 100n * BigInt(benefits.find((one) => one.code === code)?.medical?.freeCoverLimit ?? 0)
      const kinds = [
        covers.filter(({ chosen, runs }) => runs === chosen && chosen > free),
        covers.filter(({ chosen, runs }) => runs < chosen && runs === free),
        covers.filter(({ chosen, runs }) => runs < chosen && runs > free),
      ]
      expect(
        kinds.map((found) => found.length > 0),
        `decisions of ${code}`,
      ).toEqual([true, true, true])
    }
  })

  it('yearly increases: an increase that is applied, the last increase, an increase prevented by the minimum wage, and people without increases', () => {
    const steps = pricedOf('pension').map(({ question: { choice }, answer: { rises } }) => ({
      wanted: choice.values['yearly-rise'],
      from: Number(choice.values['contribution']),
      to: rises && (rises.to?.values['contribution'] ?? 'stays'),
    }))
    const wanted = steps.filter((one) => one.wanted === 'yes')
    expect(steps.filter((one) => one.wanted !== 'yes').every(({ to }) => to === undefined)).toBe(true)
    expect(wanted.every(({ from, to }) => from >= 10 === (to === undefined))).toBe(true)
    expect(wanted.map(({ from, to }) => `${from} to ${to}`)).toEqual(expect.arrayContaining(['3 to 4', '9 to 10']))
    expect(wanted.some(({ to }) => to === 'stays')).toBe(true)
  })

  it('the largest voucher of each tax band, and two salaries a penny apart in different bands', () => {
    const bands = pricedOf('childcare-vouchers').map(({ question }) => {
      const salary = folder.people.find(({ number }) => number === question.number)?.salaries.basic
      return `${salary && relevantOf(salary).band} ${question.choice.values['amount']}`
    })
    expect(bands).toEqual(expect.arrayContaining(['basic 243', 'higher 124', 'additional 110']))
    for (const max of [243, 124, 110])
      expect(refused('childcare-vouchers').map(({ why }) => why.split('. ')[0])).toContain(
        `Please enter a value between 10 and ${max}`,
      )
  })

  it('every kind of refusal', () => {
    const sentences = new Set(answered.flatMap(({ answer }) => ('refused' in answer ? [answer.refused] : [])))
    for (const sentence of [
      /your employment has ended$/,
      /^This benefit is closed to new members/,
      /^This benefit is offered from the age of 16$/,
      /^This benefit is offered until the age of 69$/,
      /^Opens on 21 April 2026, when your probation ends$/,
      /^You can choose up to 5 this scheme year/,
      /^This benefit covers dependants until they are 21/,
      /^This benefit does not cover children/,
      /^You must keep 14 days of holiday/,
      /^This would leave you £.* The minimum wage for your age and 37.5 hours a week is £24,784.50 a year/,
      /40 hours a week is £26,436.80 a year/,
      /37.5 hours a week is £15,600.00 a year/,
      /37.5 hours a week is £21,157.50 a year/,
      /^On the pay days with this deduction, you would be paid at a rate of £24,768.75 a year/,
      /^This cover is not offered at the age of 76$/,
      /^Wayfarer Cover insures people of 70 and over for up to £5,000$/,
    ])
      expect([...sentences].filter((one) => sentence.test(one)).length, `${sentence}`).toBeGreaterThan(0)
  })

  it('both payrolls, and amounts that cannot be divided evenly by any number of pay days', () => {
    const counts = new Set(priced.map(({ answer }) => answer.pay.filter(({ side }) => side === 'employee').length))
    expect([...counts]).toEqual(expect.arrayContaining([11, 12]))
    expect(priced.some(({ answer }) => new Set(answer.pay.map(({ pence }) => pence)).size > 1)).toBe(true)
  })
})
