import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

/** The baseline of P-09: a COPY of a client's employees, streamed as PostgreSQL sends it. */
export function copyEmployees(app: FastifyInstance, pool: Pool): void {
  app.get<{ Params: { client: string } }>('/employees-copied/:client', async ({ params: { client } }, reply) => {
    // Imported on first use, because P-15 measures the start of the baseline server.
    const { to } = await import('pg-copy-streams')
    const connection = await pool.connect()
    // COPY accepts no parameters, so the id is escaped.
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
