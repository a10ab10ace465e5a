import serveFiles from '@fastify/static'
import fastify from 'fastify'

// Comparison for stored pictures: files of a folder, sent by a library.
const [root = '', port = ''] = process.argv.slice(2)
const app = fastify()
await app.register(serveFiles, { root, serve: true })
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
