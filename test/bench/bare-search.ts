import fastify from 'fastify'
import { Pool } from 'pg'

// A bare Fastify route to compare searches with. It sends the JSON of ten articles after one prepared, indexed query.
const [url = '', port = ''] = process.argv.slice(2)
const pool = new Pool({ connectionString: url, max: 10, options: '-c search_path=app,public' })
const app = fastify()

app.get<{ Params: { answer: string } }>('/answers/:answer', async ({ params }, reply) => {
  const { rows } = await pool.query({
    name: 'found',
    text: 'select body from bench_found where answer = $1 order by place',
    values: [params.answer],
  })
  const items = rows.map(({ body }) => body).join(',')
  return reply.type('application/json; charset=utf-8').send(`{"items":[${items}],"next":null}`)
})

await app.listen({ port: Number(port), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
