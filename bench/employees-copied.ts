import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

/** The floor of P-09: COPY of a client's employees, streamed as it comes. */
export function employeesCopied(app: FastifyInstance, pool: Pool): void {
  app.get<{ Params: { client: string } }>('/employees-copied/:client', async ({ params: { client } }, reply) => {
    // Loaded when it is asked for: P-15 compares the floor's start.
    const { to } = await import('pg-copy-streams')
    const connection = await pool.connect()
    // COPY takes no values.
    const id = connection.escapeLiteral(client)
    const rows = connection.query(
      to(`copy (
        select employee_number, first_name, surname, email, registered, last_login_at
        from employee
        where client_id = ${id}
        order by name_key, person_id
      ) to stdout (format csv, header)`),
    )
    rows.once('close', () => connection.release())
    return reply.type('text/csv').send(rows)
  })
}
