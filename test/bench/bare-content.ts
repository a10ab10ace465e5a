import fastify from 'fastify'
import { Pool } from 'pg'

// A bare Fastify server to compare content with. Its routes send the same JSON after one prepared, indexed query, an
// entry as a constant, and 304 with the same headers.
const [url = '', port = '', unchanged = '{}', constant = '{}'] = process.argv.slice(2)
const pool = new Pool({ connectionString: url, max: 10, options: '-c search_path=app,public' })
const app = fastify()
const json = 'application/json; charset=utf-8'

app.get<{ Params: { slug: string } }>('/entries/:slug', async ({ params }, reply) => {
  const { rows } = await pool.query({
    name: 'entry',
    text: 'select body from bench_entries where slug = $1',
    values: [params.slug],
  })
  return reply.type(json).send(rows[0].body)
})

app.get<{ Params: { category: string } }>('/categories/:category/:before', async ({ params }, reply) => {
  const { category, before } = params as { category: string; before: string }
  const { rows } = await pool.query({
    name: 'list',
    text: `select body from bench_entries where category_id = (select id from content_categories where slug = $1 limit 1)
             and published_at < $2 order by published_at desc, id desc limit 20`,
    values: [category, before],
  })
  return reply.type(json).send(`{"items":[${rows.map(({ body }) => body).join(',')}],"next":null,"previous":null}`)
})

app.get('/constant', (_, reply) => reply.type(json).send(constant))

const headers = JSON.parse(unchanged)
app.get('/unchanged', (_, reply) => reply.headers(headers).code(304).send())

await app.listen({ port: Number(port), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
