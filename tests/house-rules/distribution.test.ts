import { afterAll, describe, expect, it } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import { createTestDatabase } from '../harness/databases.ts'
import { unfitForDistribution } from './distribution.rules.ts'

const database = await createTestDatabase()
afterAll(() => database.close())

describe('the database schema can be distributed by client over several machines', () => {
  it('every table, key, index and reference can be distributed', async () => {
    expect(await withConnection(database.owner, unfitForDistribution)).toEqual([])
  })

  it.each([
    [
      'create table planted (id uuid primary key)',
      ['planted: add client_id', 'planted_pkey of planted: put client_id'],
    ],
    ['create table planted (client_id uuid not null, id uuid)', ['planted: give it a primary key']],
    ['create unique index planted on account (email)', ['planted of account: put client_id first in a unique key']],
    ['create index planted on account (email)', ['planted of account: put client_id first, every query']],
    [
      `create table planted (client_id uuid primary key, person_id uuid not null,
         constraint other_way foreign key (person_id, client_id) references account (person_id, client_id))`,
      ['other_way of planted: reference account with client_id first'],
    ],
  ])('faults added by %s are reported', async (statement, faults) => {
    await withConnection(database.owner, async (client) => {
      await client.query('begin')
      await client.query(statement)
      const found = await unfitForDistribution(client)
      await client.query('rollback')
      expect(found).toEqual(faults.map((fault) => expect.stringContaining(fault)))
    })
  })
})
