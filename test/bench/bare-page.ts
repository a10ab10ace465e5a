import { readFileSync } from 'node:fs'
import fastify from 'fastify'

// A bare Fastify route to compare a cached page with. It sends the same bytes and headers.
const [file = '', port = ''] = process.argv.slice(2)
const { headers, body } = JSON.parse(readFileSync(file, 'utf8')) as { headers: Record<string, string>; body: string }
const bytes = Buffer.from(body, 'base64')
const { 'content-length': _, ...unsent } = headers
const app = fastify()

app.get('/page', (_, reply) => reply.headers(headers).send(bytes))
app.get('/unchanged', (_, reply) => reply.headers(unsent).code(304).send())

await app.listen({ port: Number(port), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
