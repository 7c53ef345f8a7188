import { z } from 'zod'

/** Ids are random 128-bit UUIDs; each kind is its own type where mixing two kinds would leak data. */
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

/** A new random id, as a client's. */
export const newClientId = (): ClientId => clientId.parse(crypto.randomUUID())
/** A new random id, as a person's. */
export const newPersonId = (): PersonId => personId.parse(crypto.randomUUID())
