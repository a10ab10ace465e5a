import fastify from 'fastify'
import { Pool } from 'pg'

// A bare Fastify route to compare all other requests with. It sends a row after one indexed query.
const [url = '', port = ''] = process.argv.slice(2)
const pool = new Pool({ connectionString: url, max: 10, options: '-c search_path=app' })
const app = fastify()

app.get<{ Params: { workspaceId: string; id: string } }>('/:workspaceId/:id', async ({ params }) => {
  const { rows } = await pool.query({
    name: 'bare',
    text: 'select id, number, subject, status, created_at from tickets where workspace_id = $1 and id = $2',
    values: [params.workspaceId, params.id],
  })
  return rows[0]
})

await app.listen({ port: Number(port), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
