import { z } from 'zod'

/** Ids are random UUIDs. Each kind has a separate type, so that the compiler finds mixed-up ids, which could leak data. */
export type ClientId = string & z.$brand<'ClientId'>
export type PersonId = string & z.$brand<'PersonId'>
export type BenefitId = string & z.$brand<'BenefitId'>
export type SelectionId = string & z.$brand<'SelectionId'>
export type SchemeYearId = string & z.$brand<'SchemeYearId'>

const id = z.uuid()
export const clientId = id.brand<'ClientId'>()
export const personId = id.brand<'PersonId'>()
export const benefitId = id.brand<'BenefitId'>()
export const selectionId = id.brand<'SelectionId'>()
export const schemeYearId = id.brand<'SchemeYearId'>()

export const newClientId = (): ClientId => clientId.parse(crypto.randomUUID())
export const newPersonId = (): PersonId => personId.parse(crypto.randomUUID())
